import { type ApiError, isNetworkFailure, isTemporary } from '../../../contract/calls/api-error.ts'

/**
 * Where the text is stored. `offline`, `later`: on the device only, because there is no network, or the server is busy.
 * `stuck`: neither on the device nor at the server; the author has to copy it. `stuckFile`: the same for a file; the
 * author has to leave the draft open.
 */
export type SaveState = { is: WithoutError } | { is: 'refused'; error: ApiError }

type WithoutError = 'saved' | 'saving' | 'offline' | 'later' | 'stuck' | 'stuckFile'

/** What the device has of all that waits for the server. */
type OnDevice = { hasText: boolean; hasFiles: boolean }

export function saveStateAfter(error: ApiError): SaveState {
  if (isNetworkFailure(error)) return { is: 'offline' }
  return isTemporary(error) ? { is: 'later' } : { is: 'refused', error }
}

/** Corrects what a state says about the device, which may have no room, or have room again. */
export function saveStateOnDevice({ hasText, hasFiles }: OnDevice, save: SaveState): SaveState {
  if (!['offline', 'later', 'stuck', 'stuckFile'].includes(save.is)) return save
  if (!hasText) return { is: 'stuck' }
  if (!hasFiles) return { is: 'stuckFile' }
  return save.is === 'stuck' || save.is === 'stuckFile' ? { is: 'later' } : save
}
