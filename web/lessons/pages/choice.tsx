import type { Answer } from '../../../contract/pages/answer.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageMedia } from '../page-media.tsx'

type Props = {
  type: 'radio' | 'checkbox'
  name: string
  answer: Answer
  isChecked: boolean
  /** Undefined if the page does not show what is right. */
  isRight?: boolean | undefined
  /** Whether the feedback of the answer is shown below it. */
  hasNote: boolean
  onChange(): void
}

export function AnswerChoice({ type, name, answer, isChecked, isRight, hasNote, onChange }: Props) {
  const mark = isRight ? 'right' : 'wrong'
  const choice = (
    <label className={isRight === undefined ? 'choice' : `choice is-${mark}`}>
      <input type={type} name={name} checked={isChecked} onChange={onChange} />
      <i />
      <span>
        {answer.text}
        {hasNote && answer.feedback && <small className="note-below">{answer.feedback}</small>}
      </span>
      {isRight !== undefined && <Icon name={isRight ? 'check' : 'cross'} />}
    </label>
  )
  if (!answer.avFilename) return choice
  return (
    <div className="stack tight">
      {choice}
      <PageMedia of={answer} />
    </div>
  )
}
