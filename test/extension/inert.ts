/** What VS Code makes a link of in a notification, and an icon of in a pick. */
export const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/;
export const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;
