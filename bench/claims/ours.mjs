// The draws of `npm run bench -- claims`, one line of JSON each: the simulation, the seed and how every claim that was said came out.
import { SIMULATIONS } from '../../test/claims/all';

const { known, only, draws } = JSON.parse(process.argv[2]);
const done = new Set(known);
for (const {
  name,
  claims,
  draws: { whole },
  draw,
} of SIMULATIONS) {
  if (only !== '' && !name.includes(only) && !claims.includes(only)) continue;
  const count = draws ?? whole;
  for (let seed = 1; seed <= count; seed++)
    if (!done.has(`${name} ${seed}`)) console.log(JSON.stringify({ name, claims, seed, outcomes: await draw(seed) }));
}
process.exit(0);
