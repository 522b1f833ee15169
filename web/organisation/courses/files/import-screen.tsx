import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { createClient } from '../../../../contract/calls/client.ts'
import type { Language } from '../../../../contract/languages.ts'
import { type CourseImport, uploadCourse } from '../../../../contract/organisation/course-files.ts'
import { freshToken, onUnauthorized } from '../../../api.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { fetchUploading } from '../../../outbox/senders/upload.ts'
import { PercentBar } from '../../../ui/progress.tsx'
import { useTyped } from '../../../user/use-typed.ts'
import { BackLink } from '../../frame/back-link.tsx'
import { ChooseCourse } from './choose-course.tsx'
import { FileName } from './file-name.tsx'
import { ImportResult } from './import-result.tsx'
import type { PastedText } from './paste.tsx'
import './files.css'

const MAX_BYTES = 500_000_000
const MAX_NAME = 300

type Step =
  | { is: 'choosing'; error?: ApiError }
  | { is: 'sending'; file: File; share: number }
  | { is: 'found'; file: File; found: CourseImport }

/** Imports a course from a file. Its content is shown first; nothing changes before the press. */
export function ImportScreen() {
  const t = useTranslations('courseFiles')
  const { language } = useLanguage()
  const [step, setStep] = useState<Step>({ is: 'choosing' })
  /** The text is kept while it is sent, so that nobody has to paste it again after a failure. */
  const [pasted, setPasted] = useTyped<PastedText>('pasted course', { text: '' })

  const heading = useRef<HTMLHeadingElement>(null)

  async function send(file: File) {
    // The button that was pressed is gone while the file is sent.
    heading.current?.focus()
    setStep({ is: 'sending', file, share: 0 })
    try {
      const found = await sendCourse(file, language, share => setStep({ is: 'sending', file, share }))
      setStep({ is: 'found', file, found })
    } catch (error) {
      setStep({ is: 'choosing', error: error instanceof ApiError ? error : new ApiError('internal') })
    }
  }

  return (
    <main className="page">
      <header>
        <div className="grow">
          <BackLink to="/org/courses">{t('courses')}</BackLink>
          <h1 tabIndex={-1} ref={heading}>
            {t('title')}
          </h1>
          <p className="lead">{t('lead')}</p>
        </div>
      </header>
      {step.is === 'choosing' && (
        <ChooseCourse error={step.error} pasted={pasted} onPasted={setPasted} onFile={file => void send(file)} />
      )}
      {step.is === 'sending' && (
        <section className="card stack" role="status">
          <p>{step.share < 1 ? t('sending') : t('reading')}</p>
          <FileName file={step.file} />
          <PercentBar percent={Math.floor(step.share * 100)} label={t('sending')} />
        </section>
      )}
      {step.is === 'found' && (
        <ImportResult
          file={step.file}
          found={step.found}
          onFound={found => setStep({ ...step, found: { ...step.found, ...found } })}
          onOther={() => {
            heading.current?.focus()
            setStep({ is: 'choosing' })
          }}
        />
      )}
    </main>
  )
}

/** Sends a file, and tells how far it is (0 to 1). */
async function sendCourse(file: File, language: Language, onShare: (share: number) => void): Promise<CourseImport> {
  if (file.size > MAX_BYTES) throw new ApiError('too-large')
  const send = createClient({ fetch: fetchUploading(file, onShare), token: freshToken, onUnauthorized })
  const isZip = /\.zip$/i.test(file.name)
  const headers = { 'Content-Type': isZip ? 'application/zip' : 'application/octet-stream' }
  const reply = await send(uploadCourse, { query: { language, name: file.name.slice(-MAX_NAME) } }, { headers })
  return reply.data
}
