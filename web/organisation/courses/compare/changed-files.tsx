import { useTranslations } from 'use-intl'
import { type Comparison, isPictureName } from '../../../../contract/organisation/course-files.ts'
import { useSizeInWords } from '../../../media/size-in-words.ts'
import { CoursePicture } from './course-picture.tsx'

/** The course and the two versions of it that are compared. */
export type Sides = { courseId: string; a: string; b: string }
type File = Comparison['files'][number]

/** Files by name, with their sizes; pictures side by side. */
export function ChangedFiles({ files, sides }: { files: readonly File[]; sides?: Sides }) {
  const t = useTranslations('courseFiles')
  return (
    <>
      <h3 className="files-head">{t('files')}</h3>
      <ul className="changes">
        {files.map(file => (
          <li className="change" key={file.name}>
            <ChangedFile file={file} {...(sides ? { sides } : {})} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ChangedFile({ file: { name, before, after }, sides }: { file: File; sides?: Sides }) {
  const t = useTranslations('courseFiles')
  const sizeInWords = useSizeInWords()
  const kind = kindOf(before, after)
  return (
    <>
      <p className="where">
        <span className={`tag ${kind}`}>
          <span aria-hidden="true">{{ added: '+', removed: '−', changed: '±' }[kind]}</span> {t(`kind.${kind}`)}
        </span>
        <bdi dir="ltr" className="file-name">
          {name.replace(/^media\//, '')}
        </bdi>
        <span className="meta">
          {[before, after].flatMap(one => (one ? [sizeInWords(one.bytes)] : [])).join(t('becomes'))}
        </span>
      </p>
      {sides && isPictureName(name) && (
        <div className="beside">
          {before && <CoursePicture courseId={sides.courseId} of={sides.a} name={name} label={t('legend.removed')} />}
          {after && <CoursePicture courseId={sides.courseId} of={sides.b} name={name} label={t('legend.added')} />}
        </div>
      )}
    </>
  )
}

function kindOf(before: File['before'], after: File['after']): 'added' | 'removed' | 'changed' {
  if (!before) return 'added'
  return after ? 'changed' : 'removed'
}
