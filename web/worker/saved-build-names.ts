export const BUILD = 'sbs.build.'

/** The names of the caches with builds, the oldest first, as they were made. */
export async function savedBuildNames(): Promise<string[]> {
  return (await caches.keys()).filter(name => name.startsWith(BUILD))
}
