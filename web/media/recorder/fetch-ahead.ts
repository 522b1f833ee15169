import wasmUrl from 'wasm-media-encoders/wasm/mp3?url'
import { isSavingData } from '../data-saver.ts'
import { lackOf } from './recorder-trouble.ts'
import processorUrl from './workers/capture-processor.ts?worker&url'
import encoderUrl from './workers/encoder.ts?worker&url'

/** After what the screen itself needs. */
const AFTER_MS = 1000

/** Brings what records into the browser's cache: the network may be gone when somebody records for the first time. */
export function fetchRecorderAhead(): void {
  // What cannot record here needs no files for it.
  if (isSavingData() || lackOf()) return
  setTimeout(() => {
    for (const url of [encoderUrl, processorUrl, wasmUrl]) void fetchWhole(url).catch(() => {})
  }, AFTER_MS)
}

/** What is not read to its end is not cached. */
async function fetchWhole(url: string): Promise<void> {
  const response = await fetch(url, { priority: 'low' })
  await response.arrayBuffer()
}
