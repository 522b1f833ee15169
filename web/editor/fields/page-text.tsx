import { RichTextField } from '../rich-text/rich-text-field.tsx'
import { type FieldPath, textOf, useForm } from './form-context.ts'

type Props = {
  path: FieldPath
  label: string
  hint?: string
  takesBdi?: boolean
}

/** A text of the page with a form, such as its question. */
export function PageText({ path, label, hint, takesBdi = true }: Props) {
  const { language, read, change, problemAt, storedName } = useForm()
  return (
    <RichTextField
      label={label}
      {...(hint ? { hint } : {})}
      takesBdi={takesBdi}
      storedName={storedName}
      language={language}
      value={textOf(read(path))}
      error={problemAt(path)}
      onChange={text => change({ op: 'set', path, to: text === '' ? undefined : text })}
    />
  )
}
