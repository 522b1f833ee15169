import { useTranslations } from 'use-intl'
import { multiselect as type } from '../../../contract/pages/multiselect.ts'
import { InterfaceText } from '../interface-text.tsx'
import { PageHead, QUESTION } from '../page-head.tsx'
import type { PageProps, PageScreen } from '../page-screen.ts'
import { answersOf } from './answers.ts'
import { AnswerChoice } from './choice.tsx'
import { useToggle } from './use-toggle.ts'

export const multiselect: PageScreen<string[]> = {
  type,
  Content: Multiselect,
  button: (t, draft) => (draft.length > 0 ? t('continueCount', { count: draft.length }) : t('next')),
}

function Multiselect({ page, draft, setDraft }: PageProps<string[]>) {
  const t = useTranslations('lesson')
  const toggle = useToggle(draft, setDraft)
  return (
    <>
      <PageHead page={page} className="question" />
      <fieldset className="choices two" aria-labelledby={QUESTION} aria-describedby="how-many">
        <legend className="visually-hidden" id="how-many">
          <InterfaceText>{t('chooseMany')}</InterfaceText>
        </legend>
        {answersOf(page).map((answer, index) => (
          <AnswerChoice
            key={answer.id}
            type="checkbox"
            name={page.id}
            answer={answer}
            isChecked={draft.includes(answer.id)}
            hasNote={draft.includes(answer.id)}
            onChange={() => toggle(answer.id, index)}
          />
        ))}
      </fieldset>
    </>
  )
}
