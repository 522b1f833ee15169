import wasmUrl from 'wasm-media-encoders/wasm/mp3?url'
import { isSavingData } from '../data-saver.ts'
import { missingFeature } from './capture/recorder-error.ts'
import processorUrl from './capture/workers/capture-processor.ts?worker&url'
import encoderUrl from './capture/workers/encoder.ts?worker&url'

/** The files that the screen itself needs come first. */
const AFTER_MS = 1000

/** Loads the recorder into the browser's cache, because there may be no network when a person first records. */
export function fetchRecorderAhead(): void {
  // A browser that cannot record needs no files for it.
  if (isSavingData() || missingFeature()) return
  setTimeout(() => {
    for (const url of [encoderUrl, processorUrl, wasmUrl]) void fetchWhole(url).catch(() => {})
  }, AFTER_MS)
}

/** A response that is not read to its end is not cached. */
async function fetchWhole(url: string): Promise<void> {
  const response = await fetch(url, { priority: 'low' })
  await response.arrayBuffer()
}
