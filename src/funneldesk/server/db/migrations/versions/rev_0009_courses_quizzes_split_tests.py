"""Split tests in full, courses, quizzes."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import Money, UtcTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

KINDS = (
    "split_test_notes",
    "courses",
    "course_modules",
    "course_contents",
    "quizzes",
    "quiz_screens",
    "quiz_entries",
)
TABLES = (
    "quiz_entries",
    "quiz_screens",
    "quiz_flows",
    "quizzes",
    "course_completions",
    "course_enrollments",
    "course_contents",
    "course_modules",
    "courses",
    "split_test_totals",
    "split_test_hours",
    "split_test_exposures",
    "split_test_notes",
)


def upgrade() -> None:
    """Create the tables, and fill the counters from the tests that are there."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    _extend_split_tests()
    _create_numbers_of_tests()
    _create_courses()
    _create_modules()
    _create_enrollments()
    _create_quizzes()
    _create_screens()


def downgrade() -> None:
    """Drop them."""
    for table in TABLES:
        op.drop_table(table)
    op.drop_index("ix_split_tests_brand_id_status_id", "split_tests")
    with op.batch_alter_table("split_tests") as batch:
        for column in _new_columns():
            batch.drop_column(column.name)
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.DropSequence(sa.Sequence(f"{kind}_id_seq")))


def _extend_split_tests() -> None:
    for column in _new_columns():
        op.add_column("split_tests", column)
    op.create_index(None, "split_tests", ["brand_id", "status", "id"])
    op.execute(
        "INSERT INTO brand_counters (brand_id, name, value) "
        "SELECT brand_id, 'split_tests/' || status, count(*) FROM split_tests "
        "GROUP BY brand_id, status"
    )
    op.create_table(
        "split_test_notes",
        *_key(),
        sa.Column("split_test_id", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("created_at", UtcTime(), nullable=False),
        _within("split_tests", "split_test_id"),
    )
    op.create_index(None, "split_test_notes", ["brand_id", "split_test_id"])


def _create_numbers_of_tests() -> None:
    op.create_table(
        "split_test_exposures",
        *_key("brand_id", "test_id", "visit_id"),
        sa.Column("node_code", sa.String(255), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("converted", sa.Boolean(), nullable=False),
        sa.Column("revenue", Money(), nullable=False),
        _within("split_tests", "test_id"),
    )
    op.create_index(None, "split_test_exposures", ["brand_id", "visit_id"])
    op.create_table(
        "split_test_hours",
        *_key("brand_id", "test_id"),
        sa.Column("hour", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("node_code", sa.String(255), primary_key=True),
        *_sums(),
        _within("split_tests", "test_id"),
    )
    op.create_table(
        "split_test_totals",
        *_key("brand_id", "test_id"),
        sa.Column("node_code", sa.String(255), primary_key=True),
        *_sums(),
        _within("split_tests", "test_id"),
    )


def _create_courses() -> None:
    op.create_table(
        "courses",
        *_key(),
        sa.Column("title", sa.String(255), nullable=False),
        sa.Column("slug", sa.String(255)),
        sa.Column("slug_domain", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("delivery_type", sa.String(16), nullable=False),
        sa.Column("language_code", sa.String(16), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("instructor_name", sa.String(255)),
        *[sa.Column(name, sa.Text()) for name in ("instructor_photo", "logo", "cover")],
        sa.Column("domain_id", sa.BigInteger()),
        sa.Column("show_module_titles", sa.Boolean(), nullable=False),
        sa.Column("allow_comments", sa.Boolean(), nullable=False),
        sa.Column("category_name", sa.String(255)),
        *[
            sa.Column(f"{name}_id", sa.BigInteger())
            for name in ("details_page", "module_page", "content_page", "enrollment_email_template")
        ],
        sa.Column("modules_count", sa.Integer(), nullable=False),
        sa.Column("contents_count", sa.Integer(), nullable=False),
        sa.Column("enrollments_count", sa.BigInteger(), nullable=False),
        *_moments(),
        _of_a_brand(),
    )
    op.create_index(
        "uq_courses_address", "courses", ["brand_id", "slug_domain", "slug"], unique=True
    )
    op.create_index(None, "courses", ["brand_id", "created_at", "id"])
    op.create_index(None, "courses", ["brand_id", "updated_at", "id"])


def _create_modules() -> None:
    op.create_table(
        "course_modules",
        *_key(),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(255), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        *_moments(),
        _within("courses", "course_id"),
    )
    op.create_index(None, "course_modules", ["brand_id", "course_id", "position"])
    op.create_table(
        "course_contents",
        *_key(),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("module_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(255), nullable=False),
        sa.Column("type", sa.String(16), nullable=False),
        sa.Column("body", sa.Text()),
        sa.Column("video_url", sa.Text()),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        _within("course_modules", "module_id"),
    )
    op.create_index(None, "course_contents", ["brand_id", "course_id"])
    op.create_index(None, "course_contents", ["brand_id", "module_id"])


def _create_enrollments() -> None:
    op.create_table(
        "course_enrollments",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("email", sa.String(255), nullable=False),
        sa.Column("email_key", sa.String(255), nullable=False),
        sa.Column("name", sa.String(255)),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("notes", sa.Text()),
        sa.Column("last_content_id", sa.BigInteger()),
        sa.Column("last_module_id", sa.BigInteger()),
        sa.Column("created_at", UtcTime(), nullable=False),
        _within("courses", "course_id"),
    )
    op.create_index(
        "uq_course_enrollments_email",
        "course_enrollments",
        ["brand_id", "course_id", "email_key"],
        unique=True,
    )
    op.create_index(None, "course_enrollments", ["brand_id", "course_id", "created_at"])
    op.create_table(
        "course_completions",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("enrollment_id", sa.String(24), primary_key=True),
        sa.Column("content_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        _within("course_enrollments", "enrollment_id"),
        _within("course_contents", "content_id"),
    )
    op.create_index(None, "course_completions", ["brand_id", "course_id"])
    op.create_index(None, "course_completions", ["brand_id", "content_id"])


def _create_quizzes() -> None:
    op.create_table(
        "quizzes",
        *_key(),
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("page_id", sa.BigInteger()),
        sa.Column("config", sa.JSON()),
        sa.Column("total_entries", sa.BigInteger(), nullable=False),
        *_moments(),
        _of_a_brand(),
    )
    op.create_index("uq_quizzes_code", "quizzes", ["brand_id", "code"], unique=True)
    op.create_index(None, "quizzes", ["brand_id", "created_at", "id"])
    op.create_index(None, "quizzes", ["brand_id", "updated_at", "id"])
    op.create_index(None, "quizzes", ["brand_id", "name", "id"])
    op.create_table(
        "quiz_flows",
        *_key("brand_id", "quiz_id"),
        sa.Column("flow", sa.JSON(), nullable=False),
        _within("quizzes", "quiz_id"),
    )


def _create_screens() -> None:
    op.create_table(
        "quiz_screens",
        *_key(),
        sa.Column("quiz_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("type", sa.String(16), nullable=False),
        *[sa.Column(name, sa.Text()) for name in ("title", "subtitle", "content")],
        *[sa.Column(name, sa.JSON()) for name in ("options", "screen_settings")],
        sa.Column("style", sa.String(8), nullable=False),
        *[sa.Column(name, sa.Text()) for name in ("audio_file", "image_preview_file")],
        sa.Column("position", sa.Integer(), nullable=False),
        *_moments(),
        _within("quizzes", "quiz_id"),
    )
    op.create_index("uq_quiz_screens_code", "quiz_screens", ["brand_id", "code"], unique=True)
    op.create_index(None, "quiz_screens", ["brand_id", "quiz_id", "position"])
    op.create_table(
        "quiz_entries",
        *_key(),
        sa.Column("quiz_id", sa.BigInteger(), nullable=False),
        sa.Column("play", sa.String(32), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=False),
        sa.Column("finished_at", UtcTime()),
        _within("quizzes", "quiz_id"),
    )
    op.create_index(
        "uq_quiz_entries_play", "quiz_entries", ["brand_id", "quiz_id", "play"], unique=True
    )
    op.create_index(None, "quiz_entries", ["brand_id", "quiz_id", "id"])


def _key(*names: str) -> tuple[sa.Column[int], ...]:
    return tuple(
        sa.Column(name, sa.BigInteger(), primary_key=True, autoincrement=False)
        for name in names or ("brand_id", "id")
    )


def _moments() -> tuple[sa.Column[object], ...]:
    return tuple(
        sa.Column(name, UtcTime(), nullable=False) for name in ("created_at", "updated_at")
    )


def _sums() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("visitors", sa.BigInteger(), nullable=False),
        sa.Column("conversions", sa.BigInteger(), nullable=False),
        sa.Column("revenue", Money(), nullable=False),
        sa.Column("revenue_squared", sa.Double(), nullable=False),
    )


def _of_a_brand() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE")


def _within(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["brand_id", column], [f"{table}.brand_id", f"{table}.id"], ondelete="CASCADE"
    )


def _new_columns() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("funnel_id", sa.BigInteger()),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("start_date", sa.Date()),
        sa.Column("end_date", sa.Date()),
        sa.Column(
            "primary_metric", sa.String(64), nullable=False, server_default="conversion_rate"
        ),
        sa.Column(
            "statistical_method", sa.String(16), nullable=False, server_default="frequentist"
        ),
        sa.Column("significance_level", sa.Double(), nullable=False, server_default="0.05"),
        sa.Column("statistical_power", sa.Double(), nullable=False, server_default="0.8"),
        sa.Column("min_sample_size_per_variant", sa.Integer()),
        sa.Column("sample_size_limit", sa.BigInteger()),
        sa.Column("auto_select_winner", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("winner_selection_confidence", sa.Double()),
        sa.Column("weights_since", UtcTime()),
        sa.Column("winner_selection_criteria", sa.String(255)),
        sa.Column("baseline", sa.String(255)),
        sa.Column("goals", sa.JSON()),
        sa.Column("winner", sa.JSON()),
        sa.Column("winner_selected_at", UtcTime()),
        sa.Column("winner_selected_by", sa.String(16)),
    )
