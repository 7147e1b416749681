// node samples/make.mjs: writes the sample files beside this script. Every value is drawn from a fixed seed.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('../src/engine/statistics/mersenneTwister.ts', import.meta.url))],
  format: 'esm',
  write: false,
});
const { mersenneTwister } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

const draw = mersenneTwister(20);
const uniform = () => ((draw() >>> 5) * 2 ** 26 + (draw() >>> 6)) / 2 ** 53;
const between = (a, b) => a + (b - a) * uniform();
const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
const pick = (items) => items[Math.floor(uniform() * items.length)];
const write = (name, header, rows) =>
  writeFileSync(
    fileURLToPath(new URL(name, import.meta.url)),
    `${[header, ...rows].map((r) => r.join(',')).join('\n')}\n`,
  );

// One feature: a damped wave with a little noise.
write(
  'wave.csv',
  ['time', 'signal'],
  Array.from({ length: 180 }, () => between(0, 10))
    .sort((a, b) => a - b)
    .map((t) => [t.toFixed(3), (Math.exp(-t / 6) * Math.sin(2.2 * t) + 0.08 * normal()).toFixed(4)]),
);

// Five features: the sound level behind an imagined fan, smooth in all of them, with interactions.
write(
  'fan-noise.csv',
  ['frequency_khz', 'blade_angle_deg', 'chord_m', 'air_speed_m_s', 'gap_mm', 'sound_level_db'],
  Array.from({ length: 900 }, () => {
    const frequency = between(0.2, 8);
    const angle = between(0, 22);
    const chord = pick([0.05, 0.1, 0.15, 0.2, 0.3]);
    const speed = pick([32, 40, 55, 71]);
    const gap = between(0.4, 6);
    const peak = 2 + 0.03 * speed - 6 * chord - 0.04 * angle;
    const hump = Math.exp(-(((frequency - peak) / 1.4) ** 2));
    const level =
      88 + 18 * hump + 0.3 * (speed - 32) + 2.5 * Math.sin(angle / 3.5) * hump - 1.6 * Math.sqrt(gap) + 0.9 * normal();
    return [frequency.toFixed(2), angle.toFixed(1), chord, speed, gap.toFixed(2), level.toFixed(2)];
  }),
);

// Mixed columns with gaps: rents of imagined flats. Dates, a category, a yes/no column, a row number, missing cells.
write(
  'flats.csv',
  ['id', 'listed', 'district', 'area_m2', 'rooms', 'balcony', 'age_years', 'distance_km', 'rent'],
  Array.from({ length: 420 }, (_, i) => {
    const district = pick(['harbour', 'hill', 'old town', 'station', 'west']);
    const area = between(22, 140);
    const rooms = Math.max(1, Math.round(area / 28 + 0.5 * normal()));
    const balcony = uniform() < 0.45;
    const age = Math.floor(between(0, 110));
    const distance = between(0.3, 14);
    const day = new Date(Date.UTC(2023, 0, 1 + Math.floor(between(0, 700))));
    const place = { harbour: 210, hill: 160, 'old town': 260, station: 0, west: 60 }[district];
    const rent =
      240 +
      9.5 * area +
      place -
      28 * Math.sqrt(distance) * (district === 'old town' ? 0.4 : 1) -
      60 * Math.sin(age / 25) +
      (balcony ? 55 : 0) +
      35 * normal();
    return [
      i + 1,
      day.toISOString().slice(0, 10),
      district,
      area.toFixed(1),
      uniform() < 0.03 ? 'NA' : rooms,
      balcony ? 'yes' : 'no',
      uniform() < 0.06 ? '' : age,
      distance.toFixed(2),
      rent.toFixed(0),
    ];
  }),
);

// Classes: leaves of three imagined shrubs. Two differ by a curved boundary between length and width; the third, whose size
// says little, by its teeth.
write(
  'leaves.csv',
  ['length_mm', 'width_mm', 'stalk_mm', 'teeth', 'lobed', 'shrub'],
  Array.from({ length: 330 }, () => {
    const shrub = pick(['dogwood', 'privet', 'spindle']);
    const length = between(24, 92);
    const waist = 21 + 13 * Math.sin(length / 13);
    const apart = { dogwood: 8.5, privet: -8.5, spindle: 0 }[shrub];
    const width = Math.max(4, waist + apart + 4 * normal());
    const stalk = Math.max(2, 0.16 * length + 2.4 * normal());
    const teeth = Math.max(0, Math.round((shrub === 'spindle' ? 23 : 9) + 0.06 * length + 5 * normal()));
    const lobed = uniform() < (shrub === 'dogwood' ? 0.35 : 0.12);
    return [length.toFixed(1), width.toFixed(1), stalk.toFixed(1), teeth, lobed ? 'yes' : 'no', shrub];
  }),
);

// Row weights, a category and two targets: means over imagined trial plots, the surer the more plots they are over.
write(
  'harvest.csv',
  ['soil', 'rain_mm', 'sun_h', 'nitrogen_kg_ha', 'plots', 'protein_pct', 'yield_t_ha'],
  Array.from({ length: 360 }, () => {
    const soil = pick(['clay', 'loam', 'peat', 'sand']);
    const rain = between(220, 640);
    const sun = between(600, 1150);
    const nitrogen = between(0, 220);
    const plots = pick([1, 1, 2, 3, 4, 8, 16]);
    const thirst = { clay: 380, loam: 410, peat: 360, sand: 500 }[soil];
    const water = Math.exp(-(((rain - thirst) / 170) ** 2));
    const fed = 1 - Math.exp(-(nitrogen + 25) / 75);
    const noise = 1 / Math.sqrt(plots);
    const yielded = 2 + 6.4 * water * fed + 0.9 * Math.sin((sun - 600) / 120) + 0.9 * noise * normal();
    const protein = 9.2 + 4.1 * (nitrogen / 220) ** 1.4 - 1.6 * water + 0.6 * noise * normal();
    return [
      soil,
      rain.toFixed(0),
      sun.toFixed(0),
      nitrogen.toFixed(0),
      plots,
      protein.toFixed(2),
      Math.max(0.2, yielded).toFixed(2),
    ];
  }),
);

// One feature and bad readings: the level of an imagined river by day of the year. Errors grow with the flood in spring; one reading
// in twenty is the sensor's fault: ice and driftwood lift it, in March for a week on end.
write(
  'gauge.csv',
  ['day', 'level_cm'],
  Array.from({ length: 240 }, () => between(1, 365))
    .sort((a, b) => a - b)
    .map((day) => {
      const flood = Math.exp(-(((day - 118) / 26) ** 2));
      const autumn = Math.exp(-(((day - 300) / 40) ** 2));
      const level = 90 + 150 * flood + 60 * autumn - 12 * Math.cos(day / 20) + (4 + 16 * flood) * normal();
      const driftwood = day > 70 && day < 79;
      const chance = driftwood ? 0 : uniform();
      // More are drawn than are used, so that the files after this one stay as they are.
      const size = chance < 0.11 ? between(90, 260) : 0;
      const fault = chance < 0.02 ? size : 0;
      return [day.toFixed(1), (level + fault).toFixed(0)];
    }),
);

// No target, and rows that belong nowhere: shells of imagined snails from two shores, whose sizes all follow from the shell's age along a
// curve. Three times a young and an old shell were mixed up, so that half of their rows is the other's. No single column tells which.
const shells = Array.from({ length: 300 }, () => {
  const age = between(0.2, 6);
  const shore = pick(['rock', 'sand']);
  const grown = 1 - Math.exp(-age / 2.2);
  const steep = shore === 'rock' ? 1 : 0.72;
  const sizes = [
    6 + 24 * grown * (1 + 0.03 * normal()),
    5 + 15 * grown ** 1.4 * (2 - steep) * (1 + 0.03 * normal()),
    2 + 6.5 * grown * (2.1 - 1.2 * steep) * (1 + 0.03 * normal()),
  ];
  const whorls = 2 + 3.6 * grown * steep + 0.08 * normal();
  const lip = 0.3 + 0.28 * Math.max(0, age - 2.5) * steep + 0.03 * normal();
  return { age, shore, sizes, rest: [whorls, Math.max(0.1, lip)] };
});
const young = shells.filter(({ age }) => age < 1).slice(0, 3);
const old = shells.filter(({ age }) => age > 4.5).slice(-3);
young.forEach((shell, i) => {
  [shell.rest, old[i].rest] = [old[i].rest, shell.rest];
});
write(
  'shells.csv',
  ['height_mm', 'width_mm', 'opening_mm', 'whorls', 'lip_mm', 'shore'],
  shells.map(({ shore, sizes, rest: [whorls, lip] }) => [
    ...sizes.map((v) => v.toFixed(1)),
    whorls.toFixed(1),
    lip.toFixed(2),
    shore,
  ]),
);
