import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CourseImport } from '../../../../contract/organisation/course-files.ts'
import { useSizeInWords } from '../../../media/size-in-words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Changes } from '../compare/changes.tsx'
import { FileName } from './file-name.tsx'
import { FoundInFile } from './found.tsx'
import { ImportAsDraft } from './import-as-draft.tsx'
import { LeftOutFiles } from './left-out-files.tsx'
import { LeftOutCard } from './outline/left-out-card.tsx'
import { OutlineCard } from './outline/outline-card.tsx'
import { correctedOf, wantedOf } from './outline/wanted.ts'

type Props = {
  file: File
  found: CourseImport
  onFound(found: CourseImport): void
  onOther(): void
}

/** The content of a file, the changes that it would make, and the button that takes it. */
export function ImportResult({ file, found, onFound, onOther }: Props) {
  const t = useTranslations('courseFiles')
  const c = useTranslations('orgCourses')
  const sizeInWords = useSizeInWords()
  const { findings, title, lessonCount, pageCount, bytes, isSame, changes, outline, leftOut } = found
  const [wanted, setWanted] = useState(outline && wantedOf(title, outline))
  const brought = useRef<HTMLElement>(null)
  // Reading a file takes a while, so a screen reader is told that it has ended.
  useEffect(() => brought.current?.focus(), [])
  const hasMistakes = findings.some(({ isMistake }) => isMistake)
  const inside = [c('lessons', { count: lessonCount }), c('pages', { count: pageCount }), sizeInWords(bytes)]
  return (
    <>
      <section className="card brought-file" tabIndex={-1} ref={brought}>
        <span className={hasMistakes ? 'badge bad' : 'badge good'}>
          <Icon name={hasMistakes ? 'warning' : 'check'} />
        </span>
        <div className="grow">
          <FileName file={file} />
          <span className="meta">
            <bdi>{title || t('untitled')}</bdi>
            {c('sep')}
            {inside.join(c('sep'))}
          </span>
        </div>
        <button className="btn second small" type="button" onClick={onOther}>
          {t('another')}
        </button>
      </section>
      <div className="two">
        <div className="stack">
          {wanted && <OutlineCard wanted={wanted} onChange={setWanted} />}
          {findings.length > 0 && <FoundInFile found={found} onFound={onFound} />}
          {changes && !isSame && (
            <section className="card">
              <h2>{t('whatChanges')}</h2>
              <Changes compared={changes} />
            </section>
          )}
          {isSame && <p className="card">{t('nothingChanged')}</p>}
          {findings.length === 0 && !isSame && !changes && !outline && <p className="card">{t('noMistakes')}</p>}
        </div>
        <div className="stack">
          {outline && <LeftOutCard left={outline.left} />}
          {leftOut && <LeftOutFiles leftOut={leftOut} />}
          {!isSame && <ImportAsDraft found={found} outline={wanted && (correctedOf(wanted) ?? null)} />}
        </div>
      </div>
    </>
  )
}
