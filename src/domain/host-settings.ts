/** The settings files of an agent's host in which hooks may stand. */
export const SETTINGS_PLACES = ['project', 'local', 'user'] as const;

export type SettingsPlace = (typeof SETTINGS_PLACES)[number];

/** What a place is for, in words. */
export const PLACE_WORDS: Readonly<Record<SettingsPlace, string>> = {
  project: 'project settings',
  local: 'local settings of the project',
  user: 'user settings',
};
