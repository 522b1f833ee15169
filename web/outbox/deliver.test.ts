import { expect, test, vi } from 'vitest'
import { ApiError, type ErrorCode } from '../../contract/calls/api-error.ts'
import { deliver } from './deliver.ts'
import type { Letter } from './store.ts'

const letter = { uid: 'noura', lane: 'cuts', kind: 'page', tries: 0 } as unknown as Letter

const { sender, note } = vi.hoisted(() => ({ sender: vi.fn(), note: vi.fn() }))
vi.mock('./carriers.ts', () => ({ carriers: { page: sender } }))
vi.mock('../session.ts', () => ({ currentSession: () => ({ uid: 'noura' }) }))
vi.mock('./store.ts', () => ({ unsentOf: async () => [letter], note, dropLetter: vi.fn() }))

test.each<ErrorCode>(['auth/unauthorized', 'auth/login-blocked', 'unavailable'])(
  'what was written stays to be sent after %s',
  async code => {
    sender.mockRejectedValue(new ApiError(code))
    await deliver('noura')
    expect(note).toHaveBeenLastCalledWith(letter, expect.not.objectContaining({ refusedAs: expect.anything() }))
  },
)
