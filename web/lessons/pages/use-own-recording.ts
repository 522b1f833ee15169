import { useEffect, useState, useSyncExternalStore } from 'react'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { attachmentOf, itemsOf, type OutboxItem } from '../../outbox/store.ts'

/** A submitted recording that is still on this phone. */
export type OwnRecording = {
  item: OutboxItem
  /** It was sent while this page was open. */
  isSent: boolean
}

/** Undefined while loading, null if there is none. `about` as in the outbox item of the page. */
export function useOwnRecording(uid: string, about: string): OwnRecording | null | undefined {
  const outbox = useSyncExternalStore(onOutboxChange, outboxState)
  const [found, setFound] = useState<{ own: OwnRecording | null; asOf: typeof outbox }>()
  useEffect(() => {
    let isOver = false
    void newestAbout(uid, about).then(item => {
      // After the recording was sent, its copy on the phone is still played, so that nothing is downloaded.
      if (!isOver)
        setFound(before => {
          const arrived = before?.own ? { ...before.own, isSent: true } : null
          return { own: item ? { item, isSent: false } : arrived, asOf: outbox }
        })
    })
    return () => {
      isOver = true
    }
  }, [uid, about, outbox])
  // Null counts only for the current outbox: a recording submitted just now is not found yet.
  return found?.own ?? (found?.asOf === outbox ? found?.own : undefined)
}

/** Undefined if the newest answer is not a recording. */
async function newestAbout(uid: string, about: string): Promise<OutboxItem | undefined> {
  const items = await itemsOf(uid).catch(() => [])
  const newest = items.findLast(item => item.about === about)
  return newest?.kind === 'page-log' && newest.content.recording ? newest : undefined
}

export function useAttachment(item: OutboxItem): Blob | undefined {
  const [mp3, setMp3] = useState<Blob>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attachment of an item never changes.
  useEffect(() => {
    let isOver = false
    attachmentOf(item)
      .then(bytes => bytes && !isOver && setMp3(new Blob([bytes], { type: 'audio/mpeg' })))
      .catch(() => {})
    return () => {
      isOver = true
    }
  }, [item.id])
  return mp3
}
