import { createEncoder } from 'wasm-media-encoders/esnext'
import { Encoding } from '../encoding.ts'

/** `wasm` is the URL of the encoder. `samples` delivers blocks of samples, and `undefined` at the end. */
export type EncodingJob = { wasm: string; sampleRate: number; samples: MessagePort }

addEventListener('message', ({ data }: MessageEvent<EncodingJob>) => void begin(data))

async function begin({ wasm, sampleRate, samples }: EncodingJob): Promise<void> {
  try {
    const encoder = await createEncoder('audio/mpeg', wasm)
    const encoding = new Encoding(encoder, sampleRate, piece => postMessage(piece, { transfer: [piece.mp3.buffer] }))
    samples.onmessage = ({ data: block }) => (block ? encoding.add(block) : encoding.end())
    postMessage('ready')
  } catch {
    postMessage('failed')
  }
}
