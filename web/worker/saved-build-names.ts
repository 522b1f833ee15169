export const BUILD = 'sbs.build.'
/** All screens have the same page. It is stored last: a build that has it is complete. */
export const PAGE = '/'
/** Stored beside the page of a build once all its screens are saved, too. */
export const ALL_SCREENS = '/all-screens'

/** The names of the caches that have a build, the oldest first. */
export async function savedBuildNames(): Promise<string[]> {
  return (await caches.keys()).filter(name => name.startsWith(BUILD))
}
