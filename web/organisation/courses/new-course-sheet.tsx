import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Language, languageCodes, languages } from '../../../contract/languages.ts'
import { createCourse, listSamples, MAX_TITLE, type OrgCourse } from '../../../contract/organisation/courses.ts'
import { isVisible } from '../../../contract/text/visible.ts'
import { call } from '../../api.ts'
import { cleanTyped } from '../../editor/clean-typed.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { useQuery } from '../../queries/use-query.ts'
import { openPath } from '../../router/router.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { useTyped } from '../../user/use-typed.ts'
import { CheckedForm, CheckedInput } from '../frame/checked-form/checked-form.tsx'
import { Problem } from '../frame/problem.tsx'
import { useCourseDetails } from './course-details.ts'
import { orgCoursesQuery } from './courses-query.ts'
import { editorPath } from './places-in-course.ts'
import { useAllSent } from './use-all-sent.tsx'

type Props = {
  courses: readonly OrgCourse[]
  /** Whether a course that comes with the app is chosen at first. */
  beginsWithSample: boolean
  onClose(): void
}

/** Makes a new course: an empty course, or a copy of a known course or of a course that comes with the app. */
export function NewCourseSheet({ courses, beginsWithSample, onClose }: Props) {
  const t = useTranslations('orgCourses')
  const shown = useLanguage().language
  const detailsOf = useCourseDetails()
  const act = useAct()
  const allSent = useAllSent()
  const [title, setTitle] = useTyped('new course', '')
  const [language, setLanguage] = useState<Language>(shown)
  const [copyOf, setCopyOf] = useState('')
  const copied = courses.filter(({ hasFiles }) => hasFiles)
  const known = useQuery({
    queryKey: ['organisation', 'samples'],
    queryFn: async () => (await call(listSamples, {})).data,
  })
  const knownIds = new Set(courses.map(({ id }) => id))
  const samples = (known.data ?? []).filter(({ id }) => !knownIds.has(id))
  const inLanguage = samples.find(one => one.language === shown) ?? samples[0]
  const [chosenSample, setSample] = useState<string>()
  const sample = chosenSample ?? (beginsWithSample ? (inLanguage?.id ?? '') : '')

  function choose(copy: string, ours: string) {
    setCopyOf(copy)
    setSample(ours)
  }

  async function submit() {
    const original = courses.find(({ id }) => id === copyOf)
    const source = original ?? samples.find(({ id }) => id === sample)
    const from = { ...(original ? { copyOf } : {}), ...(sample ? { sample } : {}) }
    const body = { title: title.trim(), language: source?.language ?? language, ...from }
    const reply = await act.make(async idempotencyKey =>
      !original || (await allSent.send(original.id)) ? call(createCourse, { body }, { idempotencyKey }) : undefined,
    )
    if (!reply) return
    void queryClient.invalidateQueries({ queryKey: orgCoursesQuery.queryKey })
    openPath(editorPath(reply.data.id))
  }

  return (
    <Sheet title={t('new')} isBusy={act.isBusy} onClose={onClose}>
      <CheckedForm
        check={() => ({ 'course-title': isVisible(title) ? undefined : t('titleMissing') })}
        onSubmit={() => void submit()}
      >
        <CheckedInput
          id="course-title"
          label={t('newTitle')}
          dir="auto"
          maxLength={MAX_TITLE}
          value={title}
          onChange={text => setTitle(cleanTyped(text))}
        />
        <fieldset className="stack tight">
          <legend>{t('begin')}</legend>
          <label className="tick">
            <input type="radio" name="begin" checked={copyOf === '' && sample === ''} onChange={() => choose('', '')} />
            <span>
              <b>{t('blank')}</b>
              <small>{t('blankAbout')}</small>
            </span>
          </label>
          {copied.map(course => (
            <label className="tick" key={course.id}>
              <input type="radio" name="begin" checked={copyOf === course.id} onChange={() => choose(course.id, '')} />
              <span>
                <b>{t('copy', { title: isolated(course.title) })}</b>
                <small>{detailsOf(course)}</small>
              </span>
            </label>
          ))}
          {samples.map(({ id, title, language }) => (
            <label className="tick" key={id}>
              <input type="radio" name="begin" checked={sample === id} onChange={() => choose('', id)} />
              <span>
                <b lang={language}>
                  <bdi>{title}</bdi>
                </b>
                <small>{t('ofOurs')}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {copyOf === '' && sample === '' && (
          <fieldset className="stack tight">
            <legend>{t('language')}</legend>
            {languageCodes.map(code => (
              <label className="tick" key={code} lang={code}>
                <input type="radio" name="language" checked={language === code} onChange={() => setLanguage(code)} />
                <span>{languages[code].name}</span>
              </label>
            ))}
          </fieldset>
        )}
        <Problem of={act} />
        {allSent.note}
        <button className="btn wide" type="submit" aria-busy={act.isBusy}>
          {t('begin1')}
        </button>
      </CheckedForm>
    </Sheet>
  )
}
