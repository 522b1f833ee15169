import { type RefObject, useMemo } from 'react'
import type { ComposerHandle } from './composer.tsx'
import { deleteMessage, retryMessage, takeBackMessage } from './unsent-message.ts'

/** Actions on a message (by its key) that could not be sent. */
export type UnsentActs = { onRetry(key: string): void; onEdit(key: string): void; onDelete(key: string): void }

export function useUnsentActs(uid: string, to: string, composer: RefObject<ComposerHandle | null>): UnsentActs {
  return useMemo(
    () => ({
      onRetry: key => void retryMessage(uid, key, to),
      onEdit: key => void takeBackMessage(uid, key, content => composer.current?.takeBack(content)),
      onDelete(key) {
        void deleteMessage(uid, key)
        // The button disappears with the message.
        composer.current?.focus()
      },
    }),
    [uid, to, composer],
  )
}
