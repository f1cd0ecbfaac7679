/** Runners that fetch a package for one call, by the folders in which they keep it until they clean up. */
const RUNNERS: readonly (readonly [runner: string, folder: RegExp])[] = [
  ['npx', /[\\/]_npx[\\/]/],
  ['yarn dlx', /[\\/]xfs-\w+[\\/]dlx-\d+[\\/]/],
  ['pnpm dlx', /[\\/]dlx(?:-\d+)?[\\/]/],
  ['bunx', /[\\/]bunx-\d+-/],
];

/** The runner that a program was fetched by for this call alone, by its folder; undefined where it is installed. */
export function passingRunner(folder: string): string | undefined {
  return RUNNERS.find(([, pattern]) => pattern.test(folder))?.[0];
}

/** The folder that npx fetched a package into; undefined where another runner did, or none. */
export function npxFolder(folder: string): string | undefined {
  return /^.*[\\/]_npx[\\/][^\\/]+/.exec(folder)?.[0];
}
