import { RecorderTrouble } from './recorder-trouble.ts'

/** While a call is taken, a phone keeps the microphone to itself; shorter silences are nobody's concern. */
const MUTED_FOR_MS = 2000

/** Asks the person, if the browser was not told yet. */
export async function openMicrophone(): Promise<MediaStream> {
  try {
    // As it stands, browsers take echo and noise out of it, and even out how loud it is.
    return await navigator.mediaDevices.getUserMedia({ audio: true })
  } catch (error) {
    const { name } = error as Error
    throw new RecorderTrouble(/NotAllowed|Security/.test(name) ? 'refused' : 'noMicrophone', error)
  }
}

export function closeMicrophone(microphone: MediaStream): void {
  for (const track of microphone.getTracks()) track.stop()
}

/** Tells when it was unplugged, taken away, or needed for a call. */
export function onMicrophoneGone(microphone: MediaStream, context: AudioContext, tell: () => void): void {
  for (const track of microphone.getTracks()) {
    track.onended = tell
    track.onmute = () => setTimeout(() => track.muted && tell(), MUTED_FOR_MS)
  }
  context.onstatechange = () => {
    if (context.state !== 'running') tell()
  }
}
