/** Why nothing can be recorded; each has its words. */
export type Trouble =
  /** By http: a browser gives no microphone to such a page. */
  | 'insecure'
  | 'unsupported'
  | 'refused'
  | 'noMicrophone'
  /** The pieces that record did not come. */
  | 'notLoaded'
  /** The sound of the device does not start, as where nothing is there to hear it with. */
  | 'noSound'

export class RecorderTrouble extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble, cause?: unknown) {
    super(trouble, { cause })
    this.trouble = trouble
  }
}

/** What this browser lacks, told before anything is fetched or asked for. */
export function lackOf(): Trouble | undefined {
  if (!isSecureContext) return 'insecure'
  const needed = ['AudioContext', 'AudioWorkletNode', 'WebAssembly', 'Worker']
  if (needed.some(name => !(name in globalThis))) return 'unsupported'
  return navigator.mediaDevices ? undefined : 'noMicrophone'
}
