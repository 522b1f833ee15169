import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { takeImport } from '../../../../contract/organisation/course-files.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { inTab, storeInTab } from '../../../user/tab-memory.ts'
import { Problem } from '../../frame/problem.tsx'

/** Called after an import took the place of a draft, which the server has as an upload with this id. */
export function noteReplacedDraft(courseId: string, importId: string | null): void {
  storeInTab(nameOf(courseId), importId ?? undefined)
}

/** Offers to take that draft back. */
export function ReplacedDraft({ courseId, onBack }: { courseId: string; onBack(): void }) {
  const t = useTranslations('editor.replaced')
  const act = useAct()
  const [importId, setImportId] = useState(() => inTab<string>(nameOf(courseId)))
  if (importId === undefined) return null

  function forget() {
    noteReplacedDraft(courseId, null)
    setImportId(undefined)
  }

  async function takeBack(importId: string) {
    const input = { params: { importId }, body: { replaces: true } }
    if (!(await act.make(idempotencyKey => call(takeImport, input, { idempotencyKey })))) return
    forget()
    onBack()
  }

  return (
    <section className="say" aria-label={t('label')}>
      <div className="stack tight grow">
        <p>{t('text')}</p>
        <Problem of={act} />
        <div className="row wrap">
          <button
            className="btn second small"
            type="button"
            aria-busy={act.isBusy}
            onClick={() => void takeBack(importId)}
          >
            {t('back')}
          </button>
          <button className="btn quiet small" type="button" onClick={forget}>
            {t('keep')}
          </button>
        </div>
      </div>
    </section>
  )
}

function nameOf(courseId: string): string {
  return `replaced ${courseId}`
}
