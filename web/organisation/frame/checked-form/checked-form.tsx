import { type ComponentProps, createContext, type FormEvent, type ReactNode, use, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { described, Field } from '../../../ui/fields/field.tsx'
import { type CheckedControl, useFieldProblem } from './field-problem.ts'

/** Sentences below fields, by the ids of the fields. */
export type FieldProblems = Readonly<Record<string, string | undefined>>

const Shown = createContext<FieldProblems>({})

type FormProps = {
  /** Problems that the server found; none once the person corrects the field. */
  problems?: FieldProblems
  /** Problems that only this form can find. They are shown once the form is submitted. */
  check?(): FieldProblems
  onSubmit(): void
  children: ReactNode
}

/**
 * A form whose fields are checked when it is submitted. The rules are those of the browser (`required`, `min`), but the
 * bubbles of a browser use its own language. So a sentence of the app is shown below the field, which gets the focus.
 */
export function CheckedForm({ problems = {}, check, onSubmit, children }: FormProps) {
  const problemOf = useFieldProblem()
  const [found, setFound] = useState<FieldProblems>({})
  const refused = firstOf(problems)
  useEffect(() => focusOn(refused), [refused])
  const now = check?.() ?? {}
  const left = Object.fromEntries(Object.entries(found).filter(([id]) => !(id in now) || now[id]))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const controls = [...event.currentTarget.elements] as CheckedControl[]
    const wrong = Object.fromEntries(controls.map(control => [control.id, problemOf(control)]))
    const all = { ...now, ...onlyProblems(wrong) }
    // The sentence is there before the focus, so that screen readers find it with the field.
    flushSync(() => setFound(all))
    const first = controls.find(({ id }) => all[id])
    if (first) first.focus()
    else onSubmit()
  }

  return (
    <form
      className="stack"
      noValidate
      onSubmit={submit}
      onInput={({ target }) => setFound(known => ({ ...known, [(target as HTMLElement).id]: undefined }))}
    >
      <Shown value={{ ...problems, ...onlyProblems(left) }}>{children}</Shown>
    </form>
  )
}

type FieldProps = {
  id: string
  label: ReactNode
  hint?: ReactNode
  /** The control, with these attributes. */
  children(attributes: { id: string } & ReturnType<typeof described>): ReactNode
}

/** A field of a `CheckedForm`. */
export function CheckedField({ id, label, hint, children }: FieldProps) {
  const error = use(Shown)[id]
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {children({ id, ...described(id, { hint, error }) })}
    </Field>
  )
}

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> &
  Omit<FieldProps, 'children'> & { onChange(text: string): void }

/** A field of a `CheckedForm` with an input. */
export function CheckedInput({ id, label, hint, onChange, ...input }: InputProps) {
  return (
    <CheckedField id={id} label={label} hint={hint}>
      {attributes => (
        <input {...attributes} className="input" {...input} onChange={({ target }) => onChange(target.value)} />
      )}
    </CheckedField>
  )
}

function onlyProblems(problems: FieldProblems): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter(([, sentence]) => sentence))
}

function firstOf(problems: FieldProblems): string | undefined {
  return Object.keys(onlyProblems(problems))[0]
}

function focusOn(id: string | undefined): void {
  if (id) document.getElementById(id)?.focus()
}
