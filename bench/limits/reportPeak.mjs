// Loaded before the command line: writes the peak resident memory of the process when it ends by itself.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(String(process.env.KERNELSCOPE_PEAK), JSON.stringify({ bytes: 1024 * process.resourceUsage().maxRSS }));
});
