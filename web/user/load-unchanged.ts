/** Three calls are enough: nobody finishes a page during each of them. */
const MAX_LOADS = 3

/**
 * Loads again if the shown data changed during the call: a learner may have finished a page that the reply does not
 * know. `changes` counts the changes of the shown data.
 */
export async function loadUnchanged<Data>(load: () => Promise<Data>, changes: () => number | undefined): Promise<Data> {
  for (let tries = 1; ; tries++) {
    const before = changes()
    const data = await load()
    if (changes() === before || tries === MAX_LOADS) return data
  }
}
