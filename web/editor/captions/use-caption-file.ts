import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { writeStored } from '../../browser/stored.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, keyOf, readDraft } from '../../outbox/drafts/drafts.ts'
import type { DraftMedia } from '../draft/draft-media.ts'
import { authorFile } from '../pictures/prepare-picture.ts'
import { type Captions, noCaptions, readCaptions, writeVtt } from './caption-files.ts'

type Place = { media: DraftMedia; film: string; name: string; field: readonly string[] }

const PAUSE_MS = 1000

/**
 * The captions of a film, read from their file. Each pause in the writing makes a new file of them, which takes the
 * place of the one before: so undo takes the captions back, too.
 */
export function useCaptionFile({ media, film, name, field }: Place) {
  const [captions, setCaptions] = useState<Captions>(noCaptions)
  const [isBroken, setIsBroken] = useState(false)
  /** The file whose captions are shown. */
  const current = useRef<string>(undefined)
  const unsaved = useRef<Captions>(undefined)
  /** What is being made a file. It is not stored yet. */
  const saving = useRef<Captions>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  /** Goes on with what an earlier page was left with. */
  const goOn = useEffectEvent((): boolean => {
    const last = lastWritten(placeOf())
    if (last) change(last)
    return last !== undefined
  })

  useEffect(() => {
    if (name === current.current) return
    let isLeft = false
    const isFirst = current.current === undefined
    current.current = name
    unsaved.current = undefined
    if (isFirst && goOn()) return
    if (name === '') setCaptions(noCaptions)
    else
      media.textOf(name).then(
        text => {
          if (isLeft) return
          const read = readCaptions(text)
          setCaptions(read ?? noCaptions)
          setIsBroken(read === undefined)
        },
        () => isLeft || setIsBroken(true),
      )
    return () => {
      isLeft = true
    }
  }, [media, name])

  const save = useEffectEvent(async () => {
    clearTimeout(timer.current)
    const written = unsaved.current
    unsaved.current = undefined
    if (!written) return
    const before = current.current ?? ''
    if (written.cues.length === 0 && written.others.length === 0) {
      current.current = ''
      dropDraft(placeOf())
      return media.replaceCaptions(field, { before, now: undefined })
    }
    const blob = new Blob([writeVtt(written)], { type: 'text/vtt' })
    saving.current = written
    const stem = film.replace(/\.mp4$/i, '').replace(/-[0-9a-f]{8}$/, '')
    const now = await media.bring(await authorFile('captions', blob, blob.size), stem, 'vtt')
    if (saving.current === written) saving.current = undefined
    current.current = now
    if (now !== before) media.replaceCaptions(field, { before, now })
    if (!unsaved.current) dropDraft(placeOf())
  })

  /** Storing a file would take longer than a page that is being left still runs. */
  const leave = useEffectEvent(() => {
    const last = unsaved.current ?? saving.current
    if (last) storeLastWritten(placeOf(), last)
    void save()
  })

  // Saves what was typed just before leaving.
  useEffect(() => {
    const onLeave = () => leave()
    addEventListener('pagehide', onLeave)
    return () => {
      removeEventListener('pagehide', onLeave)
      void save()
    }
  }, [])

  function change(next: Captions): void {
    setCaptions(next)
    setIsBroken(false)
    unsaved.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), PAUSE_MS)
  }

  function placeOf(): DraftPlace {
    const { uid, path } = media.placeOf(field)
    return { uid, path: [...path, 'captions'] }
  }

  return { captions, isBroken, change }
}

function lastWritten(place: DraftPlace): Captions | undefined {
  const text = readDraft(place)
  return typeof text === 'string' ? readCaptions(text) : undefined
}

function storeLastWritten(place: DraftPlace, captions: Captions): void {
  // Not `saveDraft`, which stores nothing while the preview is shown. Without room for it, the line is lost.
  writeStored(keyOf(place), JSON.stringify(writeVtt(captions)))
}
