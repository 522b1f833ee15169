import { useFormatter, useTranslations } from 'use-intl'
import { type Language, languages } from '../../../../contract/languages.ts'
import type { Difference } from '../../../../contract/organisation/course-files.ts'
import { isChoiceList } from '../../../../contract/pages/choice-lists.ts'
import type { PageOptions } from '../../../../contract/pages/index.ts'
import { firstLetters } from '../../../../contract/text/first-letters.ts'
import { COURSE_COLOURS } from '../places-in-course.ts'

type Field = Difference['fields'][number]

/** One changed field. A text shows its changes word by word; other values are shown before and after. */
export function ChangedField({ field }: { field: Field }) {
  const t = useTranslations('courseFiles')
  const inWords = useValueInWords(field.path.at(-1))
  const { parts, before, after } = field
  const name = useFieldName(field)
  return (
    <div className="field-change">
      <b>{name}</b>
      {isOrder(field) ? (
        <p>{t('otherOrder')}</p>
      ) : (
        <p dir={parts && 'auto'}>
          {parts?.map(({ sign, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name, and their order is all they have.
            <Part key={index} sign={sign} text={sign === '=' ? shortened(text) : text} />
          ))}
          {!parts && before !== undefined && <Part sign="-" text={inWords(before)} />}{' '}
          {!parts && after !== undefined && <Part sign="+" text={inWords(after)} />}
        </p>
      )}
    </div>
  )
}

function Part({ sign, text }: { sign: '=' | '+' | '-'; text: string }) {
  if (sign === '+') return <ins>+{text}</ins>
  return sign === '-' ? <del>−{text}</del> : text
}

const LONGEST = 160
const SHOWN = 60

/** Shortens unchanged text far from a change. */
function shortened(text: string): string {
  return text.length > LONGEST ? `${firstLetters(text, SHOWN)} … ${[...text].slice(-SHOWN).join('')}` : text
}

/** Whether a list has the same keys in another order. */
function isOrder({ path, before, after }: Field): boolean {
  const isList = isChoiceList(path.at(-1)) && Array.isArray(before) && Array.isArray(after)
  return isList && JSON.stringify([...before].sort()) === JSON.stringify([...after].sort())
}

function useFieldName({ path, item }: Field): string {
  const t = useTranslations('courseFiles')
  const name = path.at(-1) ?? ''
  const ofField = `field.${name as keyof PageOptions}` as const
  const own = t.has(ofField) ? t(ofField) : name
  const list = path.find(isChoiceList)
  if (!list || item === undefined) return t('fieldName', { name: own })
  const isWhole = path.at(-2) === list
  const inList = t(`item.${list}`, { number: item })
  return t('fieldName', { name: isWhole ? inList : t('inItem', { item: inList, name: own }) })
}

/** The words that the forms use for a value of a field. */
function useValueInWords(name: string | undefined): (value: unknown) => string {
  const t = useTranslations('courseFiles')
  const editor = useTranslations('editor')
  const format = useFormatter()
  function inWords(value: unknown): string {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') return format.number(value)
    if (typeof value === 'string') return named(value)
    if (Array.isArray(value)) return value.map(inWords).join(t('sep'))
    if (typeof value !== 'object' || value === null) return String(value ?? '')
    const parts = Object.entries(value).filter(([name, one]) => name !== 'id' && typeof one !== 'boolean')
    return parts.map(([, one]) => inWords(one)).join(t('sep'))
  }

  function named(value: string): string {
    const type = `type.${value as 'video'}.name` as const
    if (name === 'type' && editor.has(type)) return editor(type)
    const colour = name === 'note' ? COURSE_COLOURS.indexOf(value) : -1
    if (colour >= 0) return editor('colourNumber', { number: colour + 1 })
    return (name === 'language' && languages[value as Language]?.name) || value
  }
  return inWords
}
