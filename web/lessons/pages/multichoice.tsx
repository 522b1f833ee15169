import { useTranslations } from 'use-intl'
import type { Page } from '../../../contract/lessons.ts'
import { multichoice as type } from '../../../contract/pages/multichoice.ts'
import { track } from '../../analytics/track.ts'
import { InterfaceText } from '../interface-text.tsx'
import { PageHead, QUESTION } from '../page-head.tsx'
import { type PageProps, type PageScreen, usePage } from '../page-screen.ts'
import { answersOf } from './answers.ts'
import { AnswerChoice } from './choice.tsx'

export const multichoice: PageScreen<string> = {
  type,
  Content: Multichoice,
  feedback({ page, draft }) {
    const picked = answersOf(page).find(answer => answer.id === draft)
    if (!picked || !isGraded(page)) return undefined
    const isRight = picked.isCorrect === true
    return { isRight, hint: picked.feedback ?? (isRight ? undefined : page.hint) }
  },
}

/** Whether an answer can be wrong. If none is marked correct, every answer counts as correct. */
function isGraded(page: Page): boolean {
  return answersOf(page).some(answer => answer.isCorrect)
}

function Multichoice({ page, draft, setDraft }: PageProps<string>) {
  const t = useTranslations('lesson')
  const { where } = usePage()
  const answers = answersOf(page)
  const isGradedPage = isGraded(page)

  function pick(id: string) {
    const before = answers.findIndex(answer => answer.id === draft)
    if (before >= 0) track('answer_deselect', { ...where, answer_index: before })
    track('answer_select', { ...where, answer_index: answers.findIndex(answer => answer.id === id) })
    setDraft(id)
  }

  return (
    <>
      <PageHead page={page} className="question" />
      <fieldset className="choices has-marks" aria-labelledby={QUESTION} aria-describedby="how-many">
        <legend className="visually-hidden" id="how-many">
          <InterfaceText>{t('chooseOne')}</InterfaceText>
        </legend>
        {answers.map(answer => (
          <AnswerChoice
            key={answer.id}
            type="radio"
            name={page.id}
            answer={answer}
            isChecked={answer.id === draft}
            isRight={isGradedPage && answer.id === draft ? answer.isCorrect === true : undefined}
            hasNote={!isGradedPage && answer.id === draft}
            onChange={() => pick(answer.id)}
          />
        ))}
      </fieldset>
    </>
  )
}
