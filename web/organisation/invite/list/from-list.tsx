import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Language, languageCodes, languages } from '../../../../contract/languages.ts'
import {
  checkInvitationList,
  type FileProblem,
  type HeldRow,
  LIST_BYTES,
} from '../../../../contract/organisation/invitation-lists.ts'
import { call } from '../../../api.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { useAct } from '../../../queries/use-act.ts'
import { openPath } from '../../../router/router.ts'
import { Alert } from '../../../ui/alert.tsx'
import { FileButton } from '../../../ui/fields/file-button.tsx'
import { useTyped } from '../../../user/use-typed.ts'
import { CheckedField, CheckedForm } from '../../frame/checked-form/checked-form.tsx'
import { Problem } from '../../frame/problem.tsx'
import { MentorChoice } from '../mentor-choice.tsx'
import { type KnownRow, saveHeldRows } from './list-memory.ts'
import { saveCsv } from './save-csv.ts'

/** Android and Windows have different types for a CSV file, and a phone offers only files of the listed types. */
const LIST_FILES = '.csv,.tsv,.txt,text/*,application/csv,application/vnd.ms-excel'

/** Sends a file of people or a pasted text, and opens the checked list. */
export function FromList() {
  const t = useTranslations('invite.list')
  const act = useAct()
  const { language: shown } = useLanguage()
  const [isPasted, setIsPasted] = useTyped('list is pasted', false)
  const [file, setFile] = useState<File>()
  const [text, setText] = useTyped('list text', '')
  const [mentor, setMentor] = useTyped('list mentor', '')
  const [language, setLanguage] = useState<Language>(shown)
  const [problem, setProblem] = useState<FileProblem | 'too-large'>()

  async function check() {
    setProblem(undefined)
    const list = isPasted ? new Blob([text]) : file
    if (!list) return
    if (list.size > LIST_BYTES) return setProblem('too-large')
    const mentorId = mentor === '' ? null : Number(mentor)
    const done = await act.make(async idempotencyKey => {
      const body = { file: await inBase64(list), isPasted, language, mentorId }
      return call(checkInvitationList, { body }, { idempotencyKey })
    })
    if (!done) return
    if (done.data.problem !== null) return setProblem(done.data.problem)
    saveHeldRows(done.data.id, withUsualMentor(done.data.held, mentorId))
    openPath(`/org/invite/list/${done.data.id}`)
  }

  return (
    <section className="card stack">
      <div className="card-head">
        <h2>{t('title')}</h2>
        <button
          className="btn quiet small"
          type="button"
          onClick={() => saveCsv(t('formFile'), [[t('name'), t('phone'), t('mentor')]])}
        >
          {t('form')}
        </button>
      </div>
      <CheckedForm
        check={() => (isPasted ? {} : { 'list-file': file ? undefined : t('noFile') })}
        onSubmit={() => void check()}
      >
        <fieldset className="seg" aria-label={t('title')}>
          {[false, true].map(one => (
            <button
              key={String(one)}
              type="button"
              aria-pressed={isPasted === one}
              onClick={() => {
                setProblem(undefined)
                setIsPasted(one)
              }}
            >
              {t(one ? 'byPaste' : 'byFile')}
            </button>
          ))}
        </fieldset>
        {isPasted ? (
          <CheckedField id="list-text" label={t('paste')} hint={t('pasteLead')}>
            {attributes => (
              <textarea
                {...attributes}
                className="input"
                dir="auto"
                rows={6}
                required
                autoComplete="off"
                value={text}
                onChange={({ target }) => {
                  setProblem(undefined)
                  setText(target.value)
                }}
              />
            )}
          </CheckedField>
        ) : (
          <CheckedField id="list-file" label={t('file')} hint={t('lead')}>
            {attributes => (
              <FileButton
                {...attributes}
                aria-labelledby="list-file-label list-file"
                className="btn second"
                accept={LIST_FILES}
                onFile={chosen => {
                  setProblem(undefined)
                  setFile(chosen)
                }}
              >
                {file ? <bdi>{file.name}</bdi> : t('chooseFile')}
              </FileButton>
            )}
          </CheckedField>
        )}
        <MentorChoice mentor={mentor} onChange={setMentor} />
        <label className="field">
          <b>{t('language')}</b>
          <select
            className="input"
            value={language}
            onChange={({ target }) => setLanguage(languageCodes.find(code => code === target.value) ?? shown)}
          >
            {languageCodes.map(code => (
              <option key={code} value={code} lang={code}>
                {languages[code].name}
              </option>
            ))}
          </select>
        </label>
        {problem && <Alert title={t(wordsOf(problem, isPasted))} />}
        <Problem of={act} />
        <button className="btn second wide" type="submit" aria-busy={act.isBusy}>
          {t('check')}
        </button>
        <p className="meta">{t('nothingYet')}</p>
      </CheckedForm>
    </section>
  )
}

function wordsOf(problem: FileProblem | 'too-large', isPasted: boolean) {
  if (problem === 'too-large') return 'tooLarge'
  return problem === 'no-phones' && isPasted ? 'noNumbers' : (`problems.${problem}` as const)
}

/** The server does not store the mentor that was chosen for rows without a mentor, so the held rows store it here. */
function withUsualMentor(rows: readonly HeldRow[], mentorId: number | null): KnownRow[] {
  return rows.map(row => (row.mentor === '' && mentorId !== null ? { ...row, mentorId } : row))
}

function inBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
