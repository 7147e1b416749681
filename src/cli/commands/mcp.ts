import type { Command } from './command';

export const mcp: Command = {
  summary: 'serve language models over the Model Context Protocol',
  about:
    'A client starts it and speaks over standard input and output (docs/mcp.md). Files outside the folders are not read. Without --allow-write nothing is written.',
  operands: [
    {
      name: 'FOLDER',
      names: 'folder',
      sentence: 'a folder whose files may be read; without it the working folder',
      optional: true,
      repeated: true,
    },
  ],
  options: ['allow-write', 'history'],
  examples: [
    ['kernelscope mcp data', 'tools that read the files in data'],
    ['kernelscope mcp data --allow-write', 'and save models, exports and predictions there, as new files'],
  ],
  run: async (line, { terminal, folder }) => (await import('../mcp')).mcpCommand(line, terminal, folder),
};
