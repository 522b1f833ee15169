import { useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { importAsDraft } from '../../../../contract/organisation/course-files.ts'
import type { SetAside } from '../../../../contract/organisation/drafts.ts'
import { call } from '../../../api.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { nameInText } from '../../../messages/person-name.tsx'
import { useAct } from '../../../queries/use-act.ts'
import { focusHeading } from '../../../ui/focus-heading.ts'
import { readFromTab, storeInTab } from '../../../user/tab-memory.ts'
import { Problem } from '../../frame/problem.tsx'
import { useNameOf } from '../../team/use-name-of.ts'

type Props = { courseId: string; setAside: SetAside | undefined; onBack(): Promise<void> }

/** Says why another draft has replaced the earlier draft, and offers to take the earlier draft back. */
export function DraftBefore({ courseId, setAside, onBack }: Props) {
  const t = useTranslations('editor.draftBefore')
  const { language } = useLanguage()
  const format = useFormatter()
  const act = useAct()
  const storedAs = `dismissed ${courseId}`
  const [dismissed, setDismissed] = useState(() => readFromTab<string>(storedAs))
  const nameOf = useNameOf(setAside?.by.name === null)
  const isShown = setAside !== undefined && setAside.importId !== dismissed
  const text = useFocusOnNew(isShown ? setAside.importId : undefined)
  if (!isShown) return null
  const { importId, because, by, until } = setAside

  function dismiss() {
    storeInTab(storedAs, importId)
    setDismissed(importId)
    focusHeading()
  }

  async function takeBack() {
    const input = { params: { importId }, body: { replaces: true } }
    if (!(await act.make(idempotencyKey => call(importAsDraft, input, { idempotencyKey })))) return
    await onBack()
    focusHeading()
  }

  return (
    <section className="say" aria-label={t('label')}>
      <div className="stack tight grow">
        <p tabIndex={-1} ref={text}>
          {t(because, { name: nameInText(nameOf(by), language), until: format.dateTime(until, DAY_AND_TIME) })}
        </p>
        <Problem of={act} />
        <div className="row wrap">
          <button className="btn second small" type="button" aria-busy={act.isBusy} onClick={() => void takeBack()}>
            {t('back')}
          </button>
          <button className="btn quiet small" type="button" onClick={dismiss}>
            {t('keep')}
          </button>
        </div>
      </div>
    </section>
  )
}

const DAY_AND_TIME = { weekday: 'long', hour: 'numeric', minute: 'numeric' } as const

/** A button that sets a draft aside disappears with that draft, so the focus goes to the sentence about it. */
function useFocusOnNew(importId: string | undefined) {
  const element = useRef<HTMLParagraphElement>(null)
  const known = useRef(importId)
  useEffect(() => {
    if (known.current === importId) return
    known.current = importId
    if (document.activeElement === document.body) element.current?.focus()
  }, [importId])
  return element
}
