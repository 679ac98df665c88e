"""Exports of clicks and of metrics arrive as letters (document: Events, exports; quirk 59)."""

import csv
import io

from awaited import letter_with
from platform_process import NewBrand, Place, served
from python_calamine import CalamineWorkbook
from visits_of_a_brand import life_of, lively_day

from funneldesk.server.db.engine import Database


def test_clicks_and_metrics_come_by_mail(place: Place) -> None:
    with served(place) as running:
        database = Database(place.url)
        brand = lively_day(NewBrand(running.base_url, database)())
        with life_of(brand) as life:
            life.visit(3, url="=HYPERLINK(1)")
        api, outbox = brand.api(), place.data / "outbox"
        columns = ["code", "url", "country", "is_bot"]
        wish = {"columns": columns, "filters": [{"field": "exclude_bots", "value": 1}]}
        assert api.post("/clicks/export", json=wish).status_code == 200
        _, content = letter_with(outbox, "clicks")
        first, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig")))
        assert first == columns
        assert len(rows) == 6
        assert rows[0][1] == "'=HYPERLINK(1)"  # no spreadsheet may run it
        assert {row[3] for row in rows} == {"false"}
        dates = {"start": "2026-03-10", "end": "2026-03-10"}
        order = {"metrics": ["revenue", "aov"], "format": "excel", "date_range": dates}
        answer = api.post("/analytics/metrics/country/export", json=order)
        assert answer.json()["status"] == "queued"
        file, content = letter_with(outbox, "metrics-by-country")
        assert file.endswith(".xlsx")
        sheet = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0)
        table = sheet.to_python()
        assert table[0] == [
            *("Key", "Name", "Revenue", "Revenue, before"),
            *("Average order value", "Average order value, before"),
        ]
        assert table[1] == ["PT", "PT", 130, 50, 65, 50]
        for client in brand.clients:
            client.close()
        database.close()
