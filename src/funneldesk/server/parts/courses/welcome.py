"""What someone who enrolled gets: a link, and a letter when the course has a template for it."""

import hashlib
import hmac

from sqlalchemy.orm import Session

from funneldesk.server.jobs.mail import Letter, send
from funneldesk.server.parts.courses.tables import CourseRow, EnrollmentRow

_TEXT = """Hello{name},

you are enrolled in “{title}”. This link is yours alone and opens the course:

{link}
"""


def token_of(secret: bytes, row: EnrollmentRow) -> str:
    """What an enrolled visitor shows: the enrollment's id, signed."""
    text = f"course/{row.brand_id}/{row.course_id}/{row.id}".encode()
    return f"{row.id}.{hmac.new(secret, text, hashlib.sha256).hexdigest()}"


def path_of(secret: bytes, row: EnrollmentRow) -> str:
    """Where an enrolled visitor finds the course, under the platform's address."""
    return f"/p/{row.brand_id}/-/courses/{row.course_id}?token={token_of(secret, row)}"


def write_letter(session: Session, course: CourseRow, row: EnrollmentRow, link: str) -> None:
    """Queue the letter that a template asks for; without one there is none."""
    if course.enrollment_email_template_id is None:
        return
    name = f" {row.name}" if row.name else ""
    letter = Letter(
        to=row.email,
        subject=f"Your course: {course.title}",
        text=_TEXT.format(name=name, title=course.title, link=link),
        about=("course_enrollment", row.id),
    )
    send(session, course.brand_id, letter)
