import { closeMicrophone, openMicrophone } from './microphone.ts'
import { type EncoderCallbacks, openEncoder } from './open-encoder.ts'
import { RecorderError } from './recorder-error.ts'
import { isMp3Rate } from './recording-format.ts'
import processorUrl from './workers/capture-processor.ts?worker&url'

/** The steps from the microphone to mp3, and the port where the capture processor sends its blocks. */
export type AudioPipeline = {
  context: AudioContext
  microphone: MediaStream
  capture: AudioWorkletNode
  encoder: Worker
  toEncoder: MessagePort
}

/** Sound starts within a second on a working device; without an output some browsers never answer. */
const SOUND_STARTS_WITHIN_MS = 3000

/** Opens all parts at the same time, so that they are ready when the person has allowed the microphone. */
export async function openPipeline(callbacks: EncoderCallbacks): Promise<AudioPipeline> {
  const context = openMp3Context()
  const { port1: samples, port2: toEncoder } = new MessageChannel()
  // Called here, while the browser still counts the call as part of the press.
  const started = context.resume()
  const opened = await Promise.allSettled([
    openMicrophone(),
    openEncoder({ sampleRate: context.sampleRate, samples }, callbacks),
    openCaptureNode(context),
  ])
  const isAllOpen = opened.every(({ status }) => status === 'fulfilled')
  const [sound] = await Promise.allSettled([isAllOpen ? withTimeout(started) : undefined])
  const [microphone, encoder, capture] = opened.map(result =>
    result.status === 'fulfilled' ? result.value : undefined,
  )
  const pipeline = { context, microphone, encoder, capture, toEncoder } as AudioPipeline
  const failed = [...opened, sound].find(result => result.status === 'rejected')
  if (!failed) return pipeline
  closePipeline(pipeline)
  throw failed.reason
}

/** Begins to wait only after the person has allowed the microphone. */
async function withTimeout(started: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RecorderError('noSound')), SOUND_STARTS_WITHIN_MS)
  })
  await Promise.race([started, limit]).finally(() => clearTimeout(timer))
}

/** Closes a pipeline, also one that is only partly open. */
export function closePipeline({
  context,
  microphone,
  encoder,
}: Pick<AudioPipeline, 'context'> & Partial<AudioPipeline>): void {
  if (microphone) closeMicrophone(microphone)
  encoder?.terminate()
  if (context.state !== 'closed') void context.close()
}

/** Opens the node that sends mono blocks of its input. */
async function openCaptureNode(context: AudioContext): Promise<AudioWorkletNode> {
  try {
    await context.audioWorklet.addModule(processorUrl)
  } catch (error) {
    throw new RecorderError('notLoaded', error)
  }
  const node = new AudioWorkletNode(context, 'capture', { channelCount: 1, channelCountMode: 'explicit' })
  // It outputs silence, but browsers do not run an unconnected node.
  node.connect(context.destination)
  return node
}

const IN_EVERY_MP3 = 48_000
// Nobody listens live, so latency does not matter. No sample may be lost.
const latencyHint = 'playback'

/** Opens the audio at the phone's own sample rate if an mp3 can have it. Otherwise the browser converts it. */
function openMp3Context(): AudioContext {
  const context = new AudioContext({ latencyHint })
  if (isMp3Rate(context.sampleRate)) return context
  void context.close()
  return new AudioContext({ latencyHint, sampleRate: IN_EVERY_MP3 })
}
