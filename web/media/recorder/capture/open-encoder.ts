import wasmUrl from 'wasm-media-encoders/wasm/mp3?url'
import { ownScript } from '../../../ui/own-script.ts'
import type { EncodedPiece } from './encoding.ts'
import { RecorderError } from './recorder-error.ts'
import type { EncodingJob } from './workers/encoder.ts'
import encoderUrl from './workers/encoder.ts?worker&url'

export type EncoderCallbacks = {
  onPiece(piece: EncodedPiece): void
  /** The encoder failed. */
  onBroken(): void
}

/** A worker that encodes what comes through the port. */
export function openEncoder(job: Omit<EncodingJob, 'wasm'>, { onPiece, onBroken }: EncoderCallbacks): Promise<Worker> {
  const worker = new Worker(ownScript(encoderUrl), { type: 'module' })
  return new Promise((resolve, reject) => {
    function fail(): void {
      worker.terminate()
      reject(new RecorderError('notLoaded'))
    }
    worker.onerror = fail
    worker.onmessage = ({ data }: MessageEvent<'ready' | 'failed'>) => {
      if (data === 'failed') return fail()
      worker.onerror = onBroken
      worker.onmessage = ({ data }: MessageEvent<EncodedPiece>) => onPiece(data)
      resolve(worker)
    }
    // The page preloads the WASM file and passes on its URL: the build of the worker would give the file another URL.
    worker.postMessage({ ...job, wasm: new URL(wasmUrl, location.href).href } satisfies EncodingJob, [job.samples])
  })
}
