import { type RefObject, useMemo } from 'react'
import type { ComposerHandle } from './composer.tsx'
import { deleteMessage, retryMessage, takeBackMessage } from './unsent-message.ts'

/** Actions on a message (by its key) that could not be sent. Without a text box, people can only delete it. */
export type UnsentActs = { onRetry?(key: string): void; onEdit?(key: string): void; onDelete(key: string): void }

type Options = { uid: string; to: string; composer: RefObject<ComposerHandle | null>; hasBox: boolean }

/** The pressed button disappears: the focus goes to the box. */
export function useUnsentActs({ uid, to, composer, hasBox }: Options): UnsentActs {
  return useMemo(() => {
    const toSend: Partial<UnsentActs> = {
      onRetry(key) {
        void retryMessage(uid, key, to)
        composer.current?.focus()
      },
      onEdit: key => void takeBackMessage(uid, key, content => composer.current?.takeBack(content)),
    }
    return {
      ...(hasBox ? toSend : {}),
      onDelete(key) {
        void deleteMessage(uid, key)
        composer.current?.focus()
      },
    }
  }, [uid, to, composer, hasBox])
}
