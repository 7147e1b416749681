// node samples/make.mjs: writes the sample files beside this script. Every value is drawn from a fixed seed.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mt19937 from '@stdlib/random-base-mt19937';

const uniform = mt19937.factory({ seed: 20 }).normalized;
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
