import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { mayEditsWait } from '../../editor/draft/on-device/edits-wait.ts'
import type { EditsLeftBehind } from '../../editor/draft/on-device/left-behind.ts'
import { isolated } from '../../i18n/isolated.ts'
import { Alert } from '../../ui/alert.tsx'
import { useUid } from '../../user/user.ts'
import { CopyTexts, writtenIn } from './editor/copy-out.tsx'

/** Unsent texts of this author for courses that somebody has deleted. They can be copied, and then removed. */
export function LeftBehind({ known }: { known: readonly string[] }) {
  const t = useTranslations('orgCourses.leftBehind')
  const uid = useUid()
  const [all, setAll] = useState<readonly EditsLeftBehind[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is a new one at each rendering.
  useEffect(() => void (mayEditsWait() && load().catch(() => {})), [uid, known.join()])

  async function load() {
    const { leftBehind } = await import('../../editor/draft/on-device/left-behind.ts')
    setAll(await leftBehind(uid, known))
  }

  async function remove(courseId: string) {
    const { discardDraft } = await import('../../editor/draft/use-draft.ts')
    await discardDraft(uid, courseId)
    setAll(all.filter(one => one.courseId !== courseId))
  }

  return all.map(({ courseId, title, edits }) => {
    const text = writtenIn(edits)
    const below = (
      <div className="row wrap">
        {text !== '' && <CopyTexts text={text} />}
        <button className="btn quiet small" type="button" onClick={() => void remove(courseId)}>
          {t('remove')}
        </button>
      </div>
    )
    return (
      <Alert key={courseId} title={t('title', { title: isolated(title) })} below={below}>
        {t(text === '' ? 'wordless' : 'lead')}
      </Alert>
    )
  })
}
