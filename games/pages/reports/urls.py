"""The addresses by which people and moderators hear of each other."""

from django.urls import path

from games.pages.reports import appeals, reports

urlpatterns = [
    path("m/<code:code>/report/", reports.report, name="report"),
    path("t/<code:code>/report/", reports.report, name="table_report"),
    path("reports/", reports.mine, name="reports"),
    path("appeal/<int:number>/", appeals.appeal, name="appeal"),
    path("account/message/", appeals.message, name="account_message"),
]
