import { useMemo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft, DraftFile } from '../../../../contract/organisation/drafts.ts'
import type { Change } from '../../../../contract/organisation/edits.ts'
import type { DraftMedia } from '../../../editor/draft/draft-media.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { filesIn } from '../../../editor/files-in.ts'
import { leftToRight } from '../../../editor/left-to-right.ts'
import { useSizeInWords } from '../../../media/size-in-words.ts'
import { Icon } from '../../../ui/icon.tsx'

type Props = { draft: Draft; media: DraftMedia; onChange(...changes: readonly Change[]): void }

/** Files that no page has. Each can be removed; undo brings it back. */
export function UnusedFiles({ draft, media, onChange }: Props) {
  const t = useTranslations('pictures')
  const unused = useMemo(() => unusedIn(draft), [draft])
  if (unused.length === 0) return null
  return (
    <section className="card">
      <h3>{t('unused')}</h3>
      <p className="meta">{t('unusedHint')}</p>
      <ul className="unused-files">
        {unused.map(file => (
          <UnusedFile
            key={file.name}
            {...{ file, media }}
            onRemove={() => onChange({ op: 'file', name: file.name, to: null })}
          />
        ))}
      </ul>
    </section>
  )
}

function UnusedFile({ file, media, onRemove }: { file: DraftFile; media: DraftMedia; onRemove(): void }) {
  const t = useTranslations('pictures')
  const sizeInWords = useSizeInWords()
  const name = file.name.replace(/^media\//, '')
  const isPicture = /\.(?:png|jpe?g|webp|svg)$/i.test(name)
  const source = useSyncExternalStore(media.watch, () => (isPicture ? media.urlAt(file.name) : undefined))
  return (
    <li className="row">
      <span className="thumb">
        {source ? <img src={source} alt="" /> : <EditIcon name={isPicture ? 'picture' : 'film'} />}
      </span>
      <span className="grow">
        <bdi dir="ltr">{name}</bdi>
        <small>{sizeInWords(media.bytesOf(name)?.now ?? file.bytes)}</small>
      </span>
      <button
        className="icon-btn"
        type="button"
        aria-label={t('removeFile', { name: leftToRight(name) })}
        onClick={onRemove}
      >
        <Icon name="bin" />
      </button>
    </li>
  )
}

/**
 * The files that nothing uses. A file beside course.yaml can be used only as the icon. A lesson that cannot be read may
 * use all files that its source names. Captions of a conflict count as used, because an author may still choose them.
 */
export function unusedIn({
  course,
  lessons,
  files,
  conflicts,
}: Pick<Draft, 'course' | 'lessons' | 'files' | 'conflicts'>): DraftFile[] {
  const used = new Set([
    ...filesIn(lessons),
    ...conflicts.map(({ other }) => other.value).filter(value => typeof value === 'string'),
  ])
  const unread = lessons.flatMap(({ unreadable }) => unreadable?.text.match(/[\w.-]+/g) ?? [])
  return files.filter(({ name }) => {
    if (!name.startsWith('media/')) return name !== course.icon
    const plain = name.slice('media/'.length)
    return !used.has(plain) && !unread.includes(plain)
  })
}
