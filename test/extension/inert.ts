/** Text that VS Code turns into a link in a notification, and into an icon in a pick. */
export const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/;
export const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;
