import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DraftPlace } from '../../outbox/drafts.ts'
import { onOutboxChange, outboxState } from '../../outbox/outbox.ts'
import { aboutPage, type PageLogLetter } from '../../outbox/page-letter.ts'
import { enclosedIn, type Letter, lettersOf } from '../../outbox/store.ts'

/** A submitted recording that is still on this phone. */
export type OwnRecording = {
  letter: Letter
  /** It was sent while this page was open. */
  isSent: boolean
}

/** Undefined while loading, null if there is none. */
export function useOwnRecording({ uid, lessonId, pageId }: DraftPlace): OwnRecording | null | undefined {
  const outbox = useSyncExternalStore(onOutboxChange, outboxState)
  const [found, setFound] = useState<{ own: OwnRecording | null; asOf: typeof outbox }>()
  const about = aboutPage(lessonId, pageId)
  useEffect(() => {
    let isOver = false
    void newestAbout(uid, about).then(letter => {
      // After it was sent, the copy on the phone goes on playing: no download.
      if (!isOver)
        setFound(before => {
          const arrived = before?.own ? { ...before.own, isSent: true } : null
          return { own: letter ? { letter, isSent: false } : arrived, asOf: outbox }
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
async function newestAbout(uid: string, about: string): Promise<Letter | undefined> {
  const letters = await lettersOf(uid).catch(() => [])
  const newest = letters.findLast(letter => letter.about === about)
  return (newest?.content as PageLogLetter | undefined)?.recording && newest
}

export function useEnclosed(letter: Letter): Blob | undefined {
  const [mp3, setMp3] = useState<Blob>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a letter encloses the same all its life.
  useEffect(() => {
    let isOver = false
    enclosedIn(letter)
      .then(bytes => bytes && !isOver && setMp3(new Blob([bytes], { type: 'audio/mpeg' })))
      .catch(() => {})
    return () => {
      isOver = true
    }
  }, [letter.id])
  return mp3
}
