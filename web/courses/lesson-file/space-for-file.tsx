import { useTranslations } from 'use-intl'
import { deleteDownloads } from '../../downloads/rows/removal.ts'
import { oldestDone } from '../../downloads/sheets/no-space-sheet.tsx'
import { useDownloads } from '../../downloads/use-downloads.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useSizeInWords } from '../../media/size-in-words.ts'
import { Link } from '../../router/link.tsx'
import { useUid, useUser } from '../../user/user.ts'

type Props = { bytes: number; onRoom(): void }

/** Ways to make room for a lesson file: a button deletes finished lessons, and a link leads to all lessons. */
export function SpaceForFile({ bytes, onRoom }: Props) {
  const t = useTranslations()
  const inWords = useSizeInWords()
  const uid = useUid()
  const data = useUser().data?.userLessonData ?? {}
  const done = oldestDone(useDownloads() ?? [], { data, bytes })
  const frees = done.reduce((sum, row) => sum + row.bytes, 0)

  async function removeDone() {
    await deleteDownloads(
      uid,
      done.map(({ lessonId }) => lessonId),
    )
    onRoom()
  }

  return (
    <>
      {done.length > 0 && (
        <>
          <p className="meta">
            {t('room.done')}: {done.map(({ title }) => isolated(title)).join(t('room.comma'))}.{' '}
            {t('room.frees', { size: inWords(frees) })}.
          </p>
          <button className="btn wide" type="button" onClick={() => void removeDone().catch(() => {})}>
            {t('room.remove')}
          </button>
        </>
      )}
      <Link className="btn second wide" to="/phone">
        {t('file.makeRoom')}
      </Link>
    </>
  )
}
