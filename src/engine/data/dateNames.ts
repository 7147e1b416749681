/** A longer text is no date. */
export const LONGEST_DATE = 80;
/** The form of dates that has June 2005 as 06.2005, which says nothing about decimals. */
export const POINT_MONTH = String.raw`(?<m>0[1-9]|1[0-2])\.(?<y>(?:19|20)\d{2})`;
export const MONTH_BEHIND_POINT = new RegExp(`^${POINT_MONTH}$`);

/**
 * The names of each month in English, Spanish, German, French, Portuguese, Russian, Italian, Dutch, Polish, Turkish,
 * Indonesian and Scandinavian languages, without accents. Three letters or more of the beginning of a name are a month too, unless two months begin with them.
 */
export const MONTHS: readonly string[] = [
  'january enero janvier janeiro январь января gennaio januari styczen stycznia ocak',
  'february febrero fevrier fevereiro февраль февраля febbraio februari luty lutego subat',
  'march marts maret marzo mars marco марта maart mrt marzec marca mart mrz',
  'abril avril апрель апреля aprile kwiecien kwietnia nisan',
  'mayo maio маи мая maggio mei maja mayis',
  'june junio juin junho июнь июня giugno czerwiec czerwca haziran',
  'july julio juillet julho июль июля luglio lipiec lipca temmuz',
  'agosto augusti agustus aout августа augustus sierpien sierpnia agustos',
  'september septiembre septembre setembro сентябрь сентября settembre wrzesien wrzesnia eylul',
  'october octubre oktober octobre outubro октябрь октября ottobre pazdziernika ekim',
  'november noviembre novembre novembro ноябрь ноября listopada kasim',
  'december desember diciembre dezember decembre dezembro декабрь декабря dicembre grudzien grudnia aralik',
];

/** The names of weekdays; two letters or more of their beginning are a weekday too. */
export const WEEKDAYS =
  'monday tuesday wednesday thursday friday saturday sunday lunes martes miercoles jueves viernes sabado domingo montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche segunda-feira terca-feira quarta-feira quinta-feira sexta-feira понедельник вторник среда четверг пятница суббота воскресенье пн чт пт сб вс lunedi martedi mercoledi giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag poniedzialek wtorek sroda czwartek piatek sobota niedziela pt pazartesi sali carsamba persembe cumartesi pzt cmt';

/** Minutes east of Greenwich, for names that mean one zone. */
export const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  wet: 0,
  west: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  jst: 540,
};

/** The name without accents, points and capitals. */
export const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l');

let known: Map<string, number> | undefined;

/** The month that a word begins; NaN for none, or two. */
export const monthOf = (name: string): number => beginnings().get(folded(name)) ?? Number.NaN;
/** True when a word begins a month, or two. */
export const beginsMonth = (name: string): boolean => beginnings().has(folded(name));

function beginnings(): ReadonlyMap<string, number> {
  if (known) return known;
  const made = new Map<string, number>();
  MONTHS.forEach((names, at) => {
    for (const name of names.split(' ')) {
      for (let length = 3; length <= name.length; length++) {
        const beginning = name.slice(0, length);
        made.set(beginning, (made.get(beginning) ?? at + 1) === at + 1 ? at + 1 : Number.NaN);
      }
    }
  });
  known = made;
  return made;
}

export const isWeekday = (name: string): boolean => ` ${WEEKDAYS}`.includes(` ${folded(name)}`);
