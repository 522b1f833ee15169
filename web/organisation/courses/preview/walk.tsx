import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft, DraftLesson } from '../../../../contract/organisation/drafts.ts'
import { titleOfDraftPage } from '../../../../contract/pages/title-of-draft-page.ts'
import type { ShownMedia } from '../../../editor/draft/draft-media.ts'
import { Preview } from './preview.tsx'

type Props = { draft: Draft; lesson: DraftLesson; media: ShownMedia; onFinish(walked: Walked): void }

/** The taps and seconds that a learner needs in a lesson, by the keys of its pages. */
export type Walked = ReadonlyMap<string, { taps: number; seconds: number }>

/** A whole lesson as a learner walks through it, from its first page to its last. */
export function Walk({ draft, lesson, media, onFinish }: Props) {
  const [key, setKey] = useState(lesson.pages[0]?.key)
  const walked = useRef(new Map<string, { taps: number; seconds: number }>())
  const here = useRef({ taps: 0, since: performance.now() })
  const page = lesson.pages.find(one => one.key === key) ?? lesson.pages[0]
  if (!page) return null

  /** Adds the taps and seconds to the page that is left. A page can be opened more than once. */
  function leave(): void {
    const before = walked.current.get(page?.key ?? '') ?? { taps: 0, seconds: 0 }
    const { taps, since } = here.current
    const now = performance.now()
    walked.current.set(page?.key ?? '', { taps: before.taps + taps, seconds: before.seconds + (now - since) / 1000 })
    here.current = { taps: 0, since: now }
  }

  return (
    // A press of a key arrives here as a click, too.
    <div className="walk" onClickCapture={event => (here.current.taps += isTap(event) ? 1 : 0)}>
      <Preview
        {...{ draft, lesson, page, media }}
        onTurn={next => {
          leave()
          setKey(next)
        }}
        onFinish={() => {
          leave()
          onFinish(walked.current)
        }}
      />
    </div>
  )
}

/** A tap on the words of a choice causes two clicks: one on the words, then one on the choice itself. */
function isTap({ target }: MouseEvent): boolean {
  const control = (target as Element).closest('label')?.control
  return !control || control === target
}

type WalkedProps = { lesson: DraftLesson; walked: Walked }

/** The taps and seconds of a lesson, in total and for each page. */
export function WalkedLesson({ lesson, walked }: WalkedProps) {
  const t = useTranslations('editor.walk')
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus was in a page that is gone now.
  useEffect(() => heading.current?.focus(), [])
  const all = [...walked.values()]
  const total = {
    taps: all.reduce((sum, { taps }) => sum + taps, 0),
    seconds: Math.round(all.reduce((sum, { seconds }) => sum + seconds, 0)),
  }
  return (
    <section className="card walked">
      <h2 ref={heading} tabIndex={-1}>
        {t('done')}
      </h2>
      <p>{t('took', total)}</p>
      <ol>
        {lesson.pages.map(({ key, fields }, index) => {
          const { taps = 0, seconds = 0 } = walked.get(key) ?? {}
          return (
            <li key={key}>
              <bdi>{titleOfDraftPage(fields) || t('page', { number: index + 1 })}</bdi>
              <small>{walked.has(key) ? t('took', { taps, seconds: Math.round(seconds) }) : t('notSeen')}</small>
            </li>
          )
        })}
      </ol>
      <p className="meta">{t('about')}</p>
    </section>
  )
}
