import { FieldError } from '../../../ui/fields/field.tsx'
import './yes-or-no.css'

type Props = {
  /** Id of the first answer, and the name of both. */
  id: string
  question: string
  yes: string
  no: string
  answer?: boolean | undefined
  onAnswer?: (answer: boolean) => void
  isFixed: boolean
  error?: string | undefined
}

/** A question with two answers. None is chosen in advance. */
export function YesOrNo({ id, question, yes, no, answer, onAnswer, isFixed, error }: Props) {
  return (
    <fieldset className={error ? 'field is-error' : 'field'} aria-describedby={error && `${id}-error`}>
      <legend>{question}</legend>
      <div className="pair">
        {[true, false].map(value => (
          <label className="choice" key={String(value)}>
            <input
              type="radio"
              id={value ? id : undefined}
              name={id}
              value={String(value)}
              disabled={isFixed}
              {...(onAnswer && { checked: answer === value, onChange: () => onAnswer(value) })}
            />
            <i />
            <span>{value ? yes : no}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
