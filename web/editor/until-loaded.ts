import { thisBuild } from '../loading/load-chunk.ts'
import { retryPause } from '../outbox/retry-pause.ts'

/**
 * Tries again until a part of the editor is loaded. An error would take the place of the whole screen, although an
 * author can go on with all other fields. A newer build is said by the screen.
 */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let failures = 1; ; failures++) {
    try {
      return await load()
    } catch (reason) {
      if (thisBuild.isGone) throw reason
      await new Promise(resolve => setTimeout(resolve, retryPause(failures)))
    }
  }
}
