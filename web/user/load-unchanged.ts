/** Enough calls: nobody finishes a page during each of three. */
const MOST_LOADS = 3

/**
 * Loads again what changed during the call. The saved data is shown meanwhile, so a learner may finish a page that the
 * reply does not know. `changes` counts the changes of what is shown.
 */
export async function loadUnchanged<Data>(load: () => Promise<Data>, changes: () => number | undefined): Promise<Data> {
  for (let tries = 1; ; tries++) {
    const before = changes()
    const data = await load()
    if (changes() === before || tries === MOST_LOADS) return data
  }
}
