/**
 * The forms of dates as regular expressions without anchors, for this program and for the ones that it exports. Their groups are y, m, d; n is
 * the name of a month, o that of a weekday; e and f are day and month in an order that the column decides; h, i, s, p are a
 * time and its half of the day, z is its zone; q is a quarter, w an ISO week and k its day.
 */
const SECOND = String.raw`(?<s>\d{2}(?:[.,]\d{1,9})?)`;
const HALF = String.raw`(?:\s*(?<p>[ap])\.?m\.?)?`;
const TIME = String.raw`(?<h>\d{1,2}):(?<i>\d{2})(?::${SECOND})?${HALF}`;
const DATED_TIME = String.raw`(?<h>\d{1,2})(?<t>[:.])(?<i>\d{2})(?:\k<t>${SECOND})?${HALF}`;
const OFFSET = String.raw`[+-]\d{1,2}(?::?\d{2})?`;
const ZONE = String.raw`(?:\s*(?<z>${OFFSET}|(?:UTC|GMT)${OFFSET}|[a-z]{1,4})(?: \([^()]*\))?)?`;
const CLOCK = `(?:(?:T| *[ ,] *(?:at )?)${DATED_TIME}${ZONE})?`;
/** Apache and SAS write a colon before the time. */
const NAMED_CLOCK = `(?:(?:[T:]| *[ ,] *(?:at )?)${DATED_TIME}${ZONE})?`;
const NAME = String.raw`(?<n>[^\s\d.,:;/()'’+-]{3,12})\.?`;
const WEEKDAY = String.raw`(?<o>[^\s\d,]{2,14}),? +`;
const OF = `(?:de |del |d')?`;

const YEAR_FIRST = String.raw`(?<y>\d{4})(?<b>[-/.])(?<m>\d{1,2})\k<b>(?<d>\d{1,2})${CLOCK}`;
const YEAR_LAST = String.raw`(?<e>\d{1,2})(?<b>[-/.])(?<f>\d{1,2})\k<b>(?<y>\d{4}|\d{2})${CLOCK}`;
const NAMED = String.raw`(?<d>\d{1,2})(?:er|st|nd|rd|th|º)?\.?[ /-]*${OF}${NAME}[ ,/-]*${OF}(?<y>\d{4})(?: ?г\.?| года)?${NAMED_CLOCK}`;

/** Those that begin with a digit, the most frequent first. */
export const DIGITS_FIRST: readonly string[] = [
  YEAR_FIRST,
  TIME,
  // 18.00.00 is a time only on the full minute: 24.12.23 is a date.
  String.raw`(?<h>\d{1,2})\.(?<i>\d{2})\.(?<s>00)`,
  YEAR_LAST,
  NAMED,
  String.raw`(?<d>\d{1,2})(?<b>[ /-])${NAME}\k<b>'?(?<y>\d{2})${CLOCK}`,
  String.raw`(?<y>\d{4})[ /-]*${NAME}(?:[ /-]*(?<d>\d{1,2})${CLOCK})?`,
  String.raw`(?<y>\d{4})\. ?(?<m>\d{1,2})\. ?(?<d>\d{1,2})\.${CLOCK}`,
  String.raw`(?<d>\d{1,2})\. (?<m>\d{1,2})\. (?<y>\d{4})${CLOCK}`,
  String.raw`(?<y>\d{4})[年년] ?(?<m>\d{1,2})[月월](?: ?(?<d>\d{1,2})[日일](?: *${DATED_TIME})?)?`,
  String.raw`(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})(?:T| (?=\d\d:))(?<h>\d{2}):?(?<i>\d{2})(?::?${SECOND})?${ZONE}`,
  // A number, unless its column is one of dates.
  String.raw`(?<y>(?:19|20)\d{2})(?<m>\d{2})(?<d>\d{2})`,
  String.raw`(?<y>\d{4}):(?<m>\d{2}):(?<d>\d{2}) ${TIME}${ZONE}`,
  String.raw`(?<y>\d{4})(?:[-/]|-?M)(?<m>\d{2})`,
  String.raw`(?<m>\d{2})[-/](?<y>\d{4})`,
  String.raw`(?<y>\d{4})[ -]?Q(?<q>[1-4])`,
  String.raw`(?<q>[1-4])Q[ -]?(?<y>\d{4})`,
  String.raw`(?<y>\d{4})-?W(?<w>\d{2})(?:-?(?<k>[1-7]))?`,
];

/** Those that begin with a letter or a bracket. */
export const LETTERS_FIRST: readonly string[] = [
  String.raw`(?:${WEEKDAY})?${NAME}[ -]+(?<d>\d{1,2})(?:st|nd|rd|th)?,?[ -]+(?<y>\d{4})${NAMED_CLOCK}`,
  String.raw`(?:${WEEKDAY})?${NAME} +(?<d>\d{1,2}) +${TIME}${ZONE} +(?<y>\d{4})`,
  ...[NAMED, YEAR_FIRST, YEAR_LAST].map((form) => WEEKDAY + form),
  String.raw`\[${NAMED}\]`,
  String.raw`${NAME}(?:[ ,-]+|/)${OF}(?<y>\d{4})`,
  String.raw`${NAME}(?:-|[ -]?['’])(?<y>\d{2})`,
  String.raw`Q(?<q>[1-4])[ /-]?(?<y>\d{4})`,
];

/** A text so long is no date. */
export const LONGEST_DATE = 80;

/**
 * By month, its names in English, Spanish, German, French, Portuguese, Russian, Italian, Dutch, Polish and Turkish, without accents. Three letters
 * or more of its beginning are a month too, unless two months begin with them.
 */
export const MONTHS: readonly string[] = [
  'january enero janvier janeiro январь января gennaio januari styczen stycznia ocak',
  'february febrero fevrier fevereiro февраль февраля febbraio februari luty lutego subat',
  'march marzo mars marco марта maart mrt marzec marca mart mrz',
  'abril avril апрель апреля aprile kwiecien kwietnia nisan',
  'mayo maio маи мая maggio mei maja mayis',
  'june junio juin junho июнь июня giugno czerwiec czerwca haziran',
  'july julio juillet julho июль июля luglio lipiec lipca temmuz',
  'agosto aout августа augustus sierpien sierpnia agustos',
  'september septiembre septembre setembro сентябрь сентября settembre wrzesien wrzesnia eylul',
  'october octubre oktober octobre outubro октябрь октября ottobre pazdziernika ekim',
  'november noviembre novembre novembro ноябрь ноября listopada kasim',
  'december diciembre dezember decembre dezembro декабрь декабря dicembre grudzien grudnia aralik',
];

/** Two letters or more of the beginning are a weekday too. */
export const WEEKDAYS =
  'monday tuesday wednesday thursday friday saturday sunday lunes martes miercoles jueves viernes sabado domingo montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche segunda-feira terca-feira quarta-feira quinta-feira sexta-feira понедельник вторник среда четверг пятница суббота воскресенье пн чт пт сб вс lunedi martedi mercoledi giovedi venerdi sabato domenica maandag dinsdag woensdag donderdag vrijdag zaterdag zondag poniedzialek wtorek sroda czwartek piatek sobota niedziela pt pazartesi sali carsamba persembe cumartesi pzt cmt';

/** Minutes east of Greenwich, of names that mean one zone. */
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
