import { useTranslations } from 'use-intl'
import type { PageNote } from '../../../../../contract/organisation/other-programs.ts'
import { isolated } from '../../../../i18n/isolated.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { type WantedPage, wantedAnswers } from './wanted.ts'

type Props = {
  wanted: WantedPage
  /** False for the first page of a lesson, which begins it already. */
  mayBegin: boolean
  onChange(change: Partial<WantedPage>): void
  onBegin(): void
}

/** A page of the file: whether it is taken, its type, and its right answers. */
export function OutlinePageRow({ wanted, mayBegin, onChange, onBegin }: Props) {
  const t = useTranslations('courseFiles.outline')
  const { page, isTaken, type, right } = wanted
  const typeName = useTypeName()
  const title = page.title || t('untitled')
  return (
    <li className={isTaken ? undefined : 'not-taken'}>
      <label className="tick">
        <input type="checkbox" checked={isTaken} onChange={({ target }) => onChange({ isTaken: target.checked })} />
        <span>
          <b>
            <bdi>{title}</bdi>
          </b>
          <small>
            {page.was === '' || page.was === 'text' || page.was === 'list'
              ? typeName(type)
              : t('becomes', { was: isolated(page.was), type: typeName(type) })}
          </small>
        </span>
      </label>
      {isTaken && (
        <div className="page-details">
          {wantedAnswers(wanted) !== 'none' && (
            <Answers
              wanted={wanted}
              onRight={id => onChange({ right: right.includes(id) ? right.filter(one => one !== id) : [...right, id] })}
            />
          )}
          <Notes notes={page.notes} />
          <div className="page-acts">
            {page.types.length > 1 && (
              <select
                className="input"
                aria-label={t('typeOf', { page: isolated(title) })}
                value={type}
                onChange={({ target }) => onChange({ type: target.value })}
              >
                {page.types.map(one => (
                  <option key={one.type} value={one.type}>
                    {typeName(one.type)}
                  </option>
                ))}
              </select>
            )}
            {mayBegin && (
              <button className="btn quiet small" type="button" onClick={onBegin}>
                {t('begins')}
              </button>
            )}
          </div>
        </div>
      )}
    </li>
  )
}

function Answers({ wanted, onRight }: { wanted: WantedPage; onRight(id: string): void }) {
  const t = useTranslations('courseFiles.outline')
  const { page, right } = wanted
  if (wantedAnswers(wanted) === 'listed')
    return (
      <ul className="plain-answers">
        {page.answers.map(({ id, text }) => (
          <li key={id}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    )
  return (
    <fieldset>
      <legend>{t('right')}</legend>
      {page.answers.map(({ id, text }) => (
        <label className="tick" key={id}>
          <input type="checkbox" checked={right.includes(id)} onChange={() => onRight(id)} />
          <bdi>{text}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

function Notes({ notes }: { notes: readonly PageNote[] }) {
  const t = useTranslations('courseFiles.outline.note')
  return notes.map(note => (
    <p className="lost" key={note}>
      <Icon name="info" />
      {t(note)}
    </p>
  ))
}

/** The name of a page type, as in the editor. */
export function useTypeName(): (type: string) => string {
  const t = useTranslations('editor.type')
  return type => (t.has(`${type}.name` as 'video.name') ? t(`${type}.name` as 'video.name') : type)
}
