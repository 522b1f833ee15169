import { useTranslations } from 'use-intl'
import { languageCodes, languages } from '../../../../../contract/languages.ts'
import { MAX_TITLE } from '../../../../../contract/organisation/courses.ts'
import { OutlinePageRow } from './outline-page.tsx'
import { joined, splitAt, type WantedCourse, type WantedLesson, withWantedPage } from './wanted.ts'

type Props = { wanted: WantedCourse; onChange(wanted: WantedCourse): void }

/** The course that a file of another program would become. Its author reads and corrects it. */
export function OutlineCard({ wanted, onChange }: Props) {
  const t = useTranslations('courseFiles.outline')
  const { title, language, lessons } = wanted
  const set = (changed: readonly WantedLesson[]) => onChange({ ...wanted, lessons: changed })
  return (
    <section className="card stack outline" aria-labelledby="outline">
      <h2 id="outline">{t('title')}</h2>
      <p className="meta">{t('lead')}</p>
      <label className="stack tight">
        <span className="label">{t('courseTitle')}</span>
        <input
          className="input"
          dir="auto"
          maxLength={MAX_TITLE}
          value={title}
          onChange={({ target }) => onChange({ ...wanted, title: target.value })}
        />
      </label>
      <fieldset className="languages">
        <legend>{t('language')}</legend>
        {languageCodes.map(code => (
          <label className="tick" key={code} lang={code}>
            <input
              type="radio"
              name="outline-language"
              checked={language === code}
              onChange={() => onChange({ ...wanted, language: code })}
            />
            <span>{languages[code].name}</span>
          </label>
        ))}
      </fieldset>
      {lessons.map((lesson, index) => (
        <Lesson
          key={lesson.key}
          lesson={lesson}
          number={index + 1}
          onChange={changed => set(lessons.map(one => (one === lesson ? changed : one)))}
          onBegin={id => set(splitAt(lessons, index, id))}
          onJoin={() => set(joined(lessons, index))}
        />
      ))}
    </section>
  )
}

type LessonProps = {
  lesson: WantedLesson
  number: number
  onChange(lesson: WantedLesson): void
  onBegin(pageId: string): void
  onJoin(): void
}

function Lesson({ lesson, number, onChange, onBegin, onJoin }: LessonProps) {
  const t = useTranslations('courseFiles.outline')
  return (
    <section className="outline-lesson">
      <label className="stack tight">
        <span className="label">{t('lesson', { number })}</span>
        <input
          className="input"
          dir="auto"
          maxLength={MAX_TITLE}
          value={lesson.title}
          onChange={({ target }) => onChange({ ...lesson, title: target.value })}
        />
      </label>
      {number > 1 && (
        <button className="btn quiet small" type="button" onClick={onJoin}>
          {t('join')}
        </button>
      )}
      <ol className="outline-pages">
        {lesson.pages.map((wanted, index) => (
          <OutlinePageRow
            key={wanted.page.id}
            wanted={wanted}
            mayBegin={index > 0}
            onChange={change => onChange(withWantedPage(lesson, wanted.page.id, change))}
            onBegin={() => onBegin(wanted.page.id)}
          />
        ))}
      </ol>
    </section>
  )
}
