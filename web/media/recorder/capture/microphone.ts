import { RecorderError } from './recorder-error.ts'

/** During a call the phone mutes the microphone; shorter silences do not matter. */
const MUTED_FOR_MS = 2000

/** Asks the person, if the browser has not asked yet. */
export async function openMicrophone(): Promise<MediaStream> {
  try {
    // By default browsers remove echo and noise, and even out the volume.
    return await navigator.mediaDevices.getUserMedia({ audio: true })
  } catch (error) {
    const { name } = error as Error
    throw new RecorderError(/NotAllowed|Security/.test(name) ? 'refused' : 'noMicrophone', error)
  }
}

export function closeMicrophone(microphone: MediaStream): void {
  for (const track of microphone.getTracks()) track.stop()
}

/** Calls `onGone` when the microphone was unplugged, taken away, or needed for a call. */
export function onMicrophoneGone(microphone: MediaStream, context: AudioContext, onGone: () => void): void {
  for (const track of microphone.getTracks()) {
    track.onended = onGone
    track.onmute = () => setTimeout(() => track.muted && onGone(), MUTED_FOR_MS)
  }
  context.onstatechange = () => {
    if (context.state !== 'running') onGone()
  }
}
