/** Why nothing can be recorded; each has its text. */
export type RecorderErrorKind =
  /** Browsers allow the microphone only to pages with https. */
  | 'insecure'
  | 'unsupported'
  | 'refused'
  | 'noMicrophone'
  /** The code that records could not be loaded. */
  | 'notLoaded'
  /** The sound of the device does not start, for example without an output. */
  | 'noSound'

export class RecorderError extends Error {
  readonly problem: RecorderErrorKind

  constructor(problem: RecorderErrorKind, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

/** The feature that this browser lacks. It is known before anything is loaded or the person is asked. */
export function missingFeature(): RecorderErrorKind | undefined {
  if (!isSecureContext) return 'insecure'
  const needed = ['AudioContext', 'AudioWorkletNode', 'WebAssembly', 'Worker']
  if (needed.some(name => !(name in globalThis))) return 'unsupported'
  return navigator.mediaDevices ? undefined : 'noMicrophone'
}
