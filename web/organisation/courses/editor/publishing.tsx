import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OpenedDraft } from '../../../editor/draft/open-draft.ts'
import type { LocalDraft } from '../../../editor/draft/writing.ts'
import { EditIcon } from '../../../editor/edit-icon.tsx'
import { openPath } from '../../../router/router.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { useTyped } from '../../../user/use-typed.ts'
import { OrgLink } from '../../frame/org-link.tsx'
import { editorPath } from '../places-in-course.ts'
import { PublishSheet } from '../publish/publish-sheet.tsx'
import { SaveLine } from './save-line.tsx'

type Props = {
  opened: OpenedDraft
  writing: LocalDraft
  /** Called with true while a press waits for edits on their way. */
  onWait(isWaiting: boolean): void
}

/** The only button of the editor that reaches learners. It opens a sheet first. */
export function Publishing({ opened, writing, onWait }: Props) {
  const t = useTranslations('editor')
  const common = useTranslations('common')
  const [state, setState] = useState<'closed' | 'sending' | 'open' | 'unsent'>('closed')
  const { base } = writing
  // The reason stays while the author looks at a warning.
  const [reason, setReason] = useTyped(`publish ${base.courseId}`, '')

  async function begin() {
    setState('sending')
    onWait(true)
    // Edits that the server does not have would not be published.
    setState((await opened.flush()) ? 'open' : 'unsent')
    onWait(false)
  }

  // The home screen links here with a request to publish.
  const isAskedFor = useRef(new URLSearchParams(location.search).has('publish'))
  useEffect(() => {
    if (isAskedFor.current) setState('open')
    isAskedFor.current = false
  }, [])

  return (
    <>
      <button className="btn small" type="button" aria-busy={state === 'sending'} onClick={() => void begin()}>
        {t('publish.open')}
      </button>
      {state === 'unsent' && (
        <Sheet title={t('publish.title')} onClose={() => setState('closed')}>
          <p>{t('publish.unsent')}</p>
          <SaveLine opened={opened} />
          <button className="btn wide" type="button" onClick={() => void begin()}>
            {common('tryAgain')}
          </button>
        </Sheet>
      )}
      {state === 'open' && (
        <PublishSheet
          draft={base}
          reason={reason}
          onReason={setReason}
          onClose={() => setState('closed')}
          onOpen={([of, lesson, , page]) => {
            setState('closed')
            openPath(of === 'course' ? editorPath(base.courseId) : editorPath(base.courseId, lesson, page))
          }}
          onChanged={() => void opened.refresh()}
        />
      )}
    </>
  )
}

/** Leads to the versions of the course, where each can be saved as a zip. */
export function VersionsLink({ courseId }: { courseId: string }) {
  const t = useTranslations('editor')
  return (
    <OrgLink className="btn quiet small" to={`/org/courses/${encodeURIComponent(courseId)}/versions`}>
      <EditIcon name="history" />
      {t('versions.open')}
    </OrgLink>
  )
}
